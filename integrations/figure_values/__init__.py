"""Tables and charts as data: one line per value, for spreadsheets and pandas."""
