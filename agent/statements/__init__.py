"""What the papers can say, source by source, in one form."""
