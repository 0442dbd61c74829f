"""Scripts behind the Makefile: set-up, browser, vendoring, builds."""
