"""Parse and embed papers on many machines with Ray Data, and the storage that the machines share."""
