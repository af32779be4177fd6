"""Every figure of a CUDA device, with the whole numbers of the processor beside it."""
