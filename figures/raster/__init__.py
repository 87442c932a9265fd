"""Read figures from pixels: labels, shapes, legends and marks, and the chart that they form."""
