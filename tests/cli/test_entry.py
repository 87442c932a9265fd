"""The console script before the command line is loaded."""

import subprocess
import sys


def test_an_interrupt_while_the_command_line_is_loaded_is_one_line() -> None:
    script = """
import sys
class Interrupt:
    def find_spec(self, name, path=None, target=None):
        if name == "citehop.cli.main":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupt())
from citehop.cli.entry import run
run()
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (5, "", "citehop: interrupted\n")
