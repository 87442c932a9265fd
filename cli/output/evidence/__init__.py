"""An answer's evidence as pictures and as one HTML page."""
