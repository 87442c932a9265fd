"""Runs on disk: resumable predictions, run folders, recorded replies and replays."""
