"""Engine, odds and simulation give the same answers."""
