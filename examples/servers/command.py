"""A system as a command for `fourcell run`: python3 command.py corpus.jsonl. A JSON line in, a JSON line out, until the input ends."""
import json, sys
from server import answer  # the same system; only the way in and out differs

for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
