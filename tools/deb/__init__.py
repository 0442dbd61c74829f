"""The Debian package: its contents, its maintainer scripts, and the build."""
