"""Live tables: commands, timers and the only writer of each log."""
