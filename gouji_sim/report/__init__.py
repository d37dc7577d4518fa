"""Reports and comparisons: one document, printed as a page, CSV, JSON and text for a terminal."""
