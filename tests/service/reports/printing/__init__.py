"""Reports for print, mirrored."""
