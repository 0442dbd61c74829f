"""Worker processes that compute strong bots' moves, hints and analyses: they know the games and nothing of a room."""
