"""Playouts in lanes: many games in lockstep in vector registers. One file for each instruction set, the kernel, the driver."""
