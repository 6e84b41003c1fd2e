"""States how long processes had to wait for a processor, by the kernel's own account, and how long this one could not look.

Arguments: process ids. Prints "ready", samples until its standard input ends, then prints one JSON list of
[unix_ms, waited_ms]: the time of the sample, and what their threads have waited on run queues until then, in all.
"""
import glob
import json
import select
import sys
import time

period = 0.004
paths = [path for pid in sys.argv[1:] for path in glob.glob("/proc/%s/task/*/schedstat" % pid)]
last = {}
samples = []


def waited(path):
    try:
        with open(path) as file:
            # Source: Documentation/scheduler/sched-stats: run time, time waited on a run queue, time slices; nanoseconds.
            last[path] = int(file.read().split()[1]) / 1e6
    except (OSError, IndexError):
        # Ended, or a kernel without these figures: then only the gaps between samples tell.
        pass
    return last.get(path, 0)


print("ready", flush=True)
while not select.select([sys.stdin], [], [], period)[0]:
    samples.append([time.time() * 1000, sum(waited(path) for path in paths)])
print(json.dumps(samples), flush=True)
