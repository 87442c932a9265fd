"""The evidence of an answer: marked images, and one HTML page."""
