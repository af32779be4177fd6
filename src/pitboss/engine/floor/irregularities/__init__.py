"""What goes wrong: the rulebook names the effect, and nothing that happened is ever edited."""
