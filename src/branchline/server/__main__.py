"""`python -m branchline.server` serves with the settings of the environment."""

from branchline.server.run import run
from branchline.server.settings import load

if __name__ == "__main__":
    run(load())
