"""One line of shorthand: for the bank, the hand, requests and disputes; corrections and strikes, shown first."""
