"""Reports for print: documents made of a few kinds of blocks, set by typst as PDF or as a picture."""
