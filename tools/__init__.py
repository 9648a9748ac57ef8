"""What `make` runs. Standard library only: it works before anything is installed."""
