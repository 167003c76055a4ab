"""Acts put right: struck, corrected, or put in where they were forgotten, with what it changes told first."""
