"""The image of the Dockerfile: built, packed and run without Docker."""
