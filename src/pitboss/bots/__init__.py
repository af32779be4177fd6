"""Players without a person: from what a viewer sees to a command.

Not here: their seats at live tables (`server.lobby.robots`, `client.playing`), and the players of
simulations (`sim.players`).
"""
