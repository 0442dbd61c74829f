from games.tcnccc import GAME; open("x")
