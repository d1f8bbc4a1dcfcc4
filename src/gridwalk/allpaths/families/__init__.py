"""Families of paths, a file each: a step function, and the class that plans its layers."""
