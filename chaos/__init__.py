"""Fault injection: real servers are killed, suspended and cut off while robots race at their tables; what the robots
saw is checked against the log.

    python -m chaos kill --times 200 --seed 7
"""
