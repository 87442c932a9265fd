"""Runs on disk: resumable predictions, the folder of a run, recorded replies and their replay."""
