"""Published studies: each is a study file, a short script and its results (README.md)."""
