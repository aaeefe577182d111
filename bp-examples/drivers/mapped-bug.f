main    DispatchRequest  request.c
proc_1  CompleteRequest  request.c
