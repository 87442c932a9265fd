"""OCR: text detection and recognition in images, and detection of pages without usable text."""
