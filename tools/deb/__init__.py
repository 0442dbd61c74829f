"""The package for Debian: what it consists of, what it does when it is installed, and how it is built."""
