"""Several tables with one deal: the calls and the page that concern them all."""
