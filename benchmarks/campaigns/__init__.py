"""Fuzzing and fault campaigns: mutated inputs, damaged clusters, kills and full disks, with counted outcomes."""
