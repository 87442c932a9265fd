"""Text of images: detection, recognition, and pages without usable text."""
