"""The scripts behind the Makefile: setting up, finding a browser, vendoring."""
