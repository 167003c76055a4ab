"""Who comes in, and how: links, passkeys, tokens, devices, and the way in of whoever keeps the book."""
