"""Types are learned by one thread at a time: msgspec reads a struct's fields at its first use, and not safely."""

from __future__ import annotations

import subprocess
import sys

SCENE = """
import sys, threading
import msgspec
from branchline.core.reading import convert, read_json

sys.setswitchinterval(1e-6)
for round in range(150):
    kinds = [
        msgspec.defstruct(f"K{n}", [(f"f{k}", "list[int] | None", None) for k in range(12)], tag=str(n))
        for n in range(6)
    ]
    union = kinds[0] | kinds[1] | kinds[2] | kinds[3] | kinds[4] | kinds[5]
    begin = threading.Barrier(6)

    def read(number):
        begin.wait()
        data = {"type": str(number), "f1": [number]}
        assert read_json(data, union).f1 == [number]
        assert convert(data, union).f1 == [number]

    threads = [threading.Thread(target=read, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""


def test_many_threads_meet_a_type_for_the_first_time() -> None:
    done = subprocess.run([sys.executable, "-c", SCENE], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")
