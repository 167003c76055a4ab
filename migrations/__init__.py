"""The steps by which a book's schema grew; a package, so that they are also found when chipbook is installed."""
