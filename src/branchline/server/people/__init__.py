"""People: accounts that outlive a browser, how they prove who they are, and what they may ask of each other."""
