"""The files in static/: their addresses, import maps, and the bundles that pages load."""
