"""The use cases of the book: what HTTP routes, the command line, workers and tests call.

An evening is in `night`, what is told of it afterwards in `looking_back`, files from and for elsewhere in `exchange`, and what keeps
the server going in `running`.
"""
