"""The steps by which a book's schema grew. A package, so that they are also found if chipbook is installed."""
