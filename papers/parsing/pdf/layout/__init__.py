"""Page layout: regions, reading order, paragraphs, headings, front matter."""
