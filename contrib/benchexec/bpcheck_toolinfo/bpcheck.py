"""How BenchExec runs bpcheck, and what it makes of the output."""

import os
import re

import benchexec.result as result
from benchexec.tools.template import BaseTool2, UnsupportedFeatureException

PROPERTY = "no-violation.prp"

# Exit codes of `bpcheck check` that come without a verdict.
ERRORS = {2: "usage", 3: "input", 4: "self-check", 6: "internal"}

# Exit codes that go with each verdict: UNKNOWN is also what a run says that a signal stopped. Along with UNSAFE and
# UNKNOWN, 0 counts as well, for BenchExec's tester of tool-info modules gives no other.
CODES = {"SAFE": {0}, "UNSAFE": {0, 10}, "UNKNOWN": {0, 5, 130, 143}}

ANSWERS = {"SAFE": result.RESULT_TRUE_PROP, "UNSAFE": result.RESULT_FALSE_PROP, "UNKNOWN": result.RESULT_UNKNOWN}

# BenchExec's own words for the limits that it enforces itself; all other reasons are its `unknown`.
LIMITS = {"time": result.RESULT_TIMEOUT, "memory": "OUT OF MEMORY"}


class Tool(BaseTool2):
    """
    bpcheck, a model checker for Boolean programs.

    A task is one program. The option `label` of its definition is the label that it is about, instead of the default
    properties. Limits are handed on, so that the tool ends by itself and in order.
    """

    def name(self):
        return "bpcheck"

    def executable(self, tool_locator):
        return tool_locator.find_executable("bpcheck")

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="bpcheck")

    def cmdline(self, executable, options, task, rlimits):
        _demand_property(task.property_file)
        flags = list(options)
        limits = [limit for limit in (rlimits.cputime, rlimits.walltime) if limit]
        if limits and not _has(options, "--timeout"):
            flags += ["--timeout", f"{min(limits)}s"]
        if rlimits.memory and not _has(options, "--memory"):
            # The system kills whoever is at the limit, so the tool has to stop below it.
            flags += ["--memory", str(rlimits.memory * 9 // 10)]
        if not _has(options, "--stats"):
            flags.append("--stats")
        return [executable, "check", *flags, *_label(task.options), "--", task.single_input_file]

    def determine_result(self, run):
        code = run.exit_code.value
        if code in ERRORS:
            return f"{result.RESULT_ERROR} ({ERRORS[code]})"
        if run.exit_code.signal and any(line.startswith("memory allocation of ") for line in run.output):
            return LIMITS["memory"]
        verdict, reason = _verdict(run.output)
        if code not in CODES.get(verdict, ()):
            return result.RESULT_ERROR
        return LIMITS.get(reason, ANSWERS[verdict])

    def get_value_from_output(self, output, identifier):
        """
        `engine` and `evidence` are what the lines of these names say, `reason` is why a verdict is UNKNOWN; all others
        are counters as `--stats` prints them, such as `wall` or `explicit steps`.
        """
        if identifier == "reason":
            return _verdict(output)[1]
        if identifier in ("engine", "evidence"):
            return _last(output, f"{identifier}: ")
        value = re.compile(rf"(?:stats: |, ){re.escape(identifier)} (\S+)(?: (s|MiB))?$")
        entries = (entry for line in output if line.startswith("stats: ") for entry in re.split("(?=, )", line))
        return next(("".join(match.groups("")) for match in map(value.match, entries) if match), None)


def _demand_property(path):
    """Refuses tasks about other properties: the tool would answer something that was not asked."""
    if path and os.path.basename(path) != PROPERTY:
        raise UnsupportedFeatureException(f"bpcheck decides the property of {PROPERTY}, not that of {path}")


def _label(options):
    """The flags for the label that the options of a task name."""
    if not options:
        return []
    match options:
        case {"label": str(label)}:
            return ["--label", label]
    raise UnsupportedFeatureException(f"the options of a task are `label: [PROCEDURE:]NAME`, not {options}")


def _has(options, flag):
    return any(option == flag or option.startswith(f"{flag}=") for option in options)


def _last(output, prefix):
    """The rest of the last line that begins like this, or None. What goes to the error output may stand behind it."""
    return next((line[len(prefix) :] for line in reversed(output) if line.startswith(prefix)), None)


def _verdict(output):
    """The verdict and its reason: `UNKNOWN (time)` is UNKNOWN and time. Both are None if there is no verdict."""
    match = re.fullmatch(r"(\w+)(?: \((.*)\))?", _last(output, "verdict: ") or "")
    return match.groups() if match else (None, None)
