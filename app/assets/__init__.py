"""The files in static/: URLs, import maps, and the bundles that pages load."""
