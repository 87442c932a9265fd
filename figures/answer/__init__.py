"""Execute the operations of a question on the data of a figure."""
