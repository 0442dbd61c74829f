"""Ordinary gin rummy: Color Gin's search against OpenSpiel's simple bot."""
