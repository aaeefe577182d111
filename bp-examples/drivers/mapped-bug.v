b0  request->status == DONE
