"""Answers of tables that the words of a question rule out, however well their names fit."""
