"""Faults on purpose: real servers are killed, stopped and cut off while robots race at their tables; what the robots
were told is held against the log.

    python -m chaos kill --times 200 --seed 7
"""
