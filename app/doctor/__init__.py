"""The `doctor` command: asks a server from outside, as a browser does, and looks at its files, and names what is wrong
with the line to change."""
