"""From the characters of a page to lines in reading order, paragraphs, headings and the front matter."""
