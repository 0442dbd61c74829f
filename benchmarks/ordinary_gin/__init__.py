"""Ordinary gin rummy: how the search of Color Gin does against OpenSpiel's simple bot."""
