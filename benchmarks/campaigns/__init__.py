"""Fuzzing and campaigns: mutated inputs, damaged clusters, kills and full disks, counted."""
