"""What bpcheck's tool-info module makes of runs: a line for each EXIT-CODE and FILE, with the result and the columns."""

import sys

from benchexec.tools.template import BaseTool2
from benchexec.util import ProcessExitCode
from bpcheck_toolinfo.bpcheck import Tool

COLUMNS = ("engine", "evidence", "reason", "explicit steps", "wall", "peak memory", "explicit", "nothing")

tool = Tool()
for code, path in zip(sys.argv[1::2], sys.argv[2::2]):
    with open(path) as file:
        output = BaseTool2.RunOutput(file.readlines())
    number = int(code)
    exit_code = ProcessExitCode.create(**({"value": number} if number >= 0 else {"signal": -number}))
    run = BaseTool2.Run(["bpcheck"], exit_code, output, None)
    print(tool.determine_result(run), *(tool.get_value_from_output(output, column) for column in COLUMNS), sep="|")
