"""Answers that players give before they are asked: which are possible, and those that are kept for a room. Nobody else
learns that there is one."""
