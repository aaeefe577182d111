"""The command lines that bpcheck's tool-info module makes of limits, options and tasks: a line for each."""

from benchexec.tools.template import BaseTool2, UnsupportedFeatureException
from bpcheck_toolinfo.bpcheck import Tool

LIMITS = BaseTool2.ResourceLimits(cputime=60, cputime_hard=65, walltime=50, memory=2_000_000_000)


def ask(*flags, limits=LIMITS, **task):
    task = BaseTool2.Task.with_files(["x.bp"], **task)
    try:
        print(*Tool().cmdline("bpcheck", flags, task, limits))
    except UnsupportedFeatureException as refusal:
        print(refusal)


NONE = BaseTool2.ResourceLimits()

ask()
ask(limits=LIMITS._replace(walltime=None))
ask("--timeout=5s", "--memory", "1G", "--stats")
ask("--engine", "explicit", limits=NONE, property_file="a/no-violation.prp", options={"label": "f:L"})
ask(property_file="a/termination.prp")
ask(options={"label": ["a", "b"]})
ask(options=["label"])
