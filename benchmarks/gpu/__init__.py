"""Every figure of a GPU, with the whole numbers of the CPU beside it."""
