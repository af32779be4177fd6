"""Round scripts: rounds that anybody can write, read, play and judge; logs written as such."""
