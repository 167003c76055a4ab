"""chipbook measured, beside its peers in the same run: `python -m tests.bench`."""
