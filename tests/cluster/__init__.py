"""A whole service on one machine: web processes, workers, a primary and its replica, Redis; many tables at once, and kills."""
