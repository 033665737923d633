"""Stands in for a process that is forked from one that has everything loaded: `relay.py SOCKET ARGUMENT...`.

It hands over its streams, its folder and its environment, passes signals on, and ends as the forked process does.
Only what Python has built in is imported: it starts in a few milliseconds.
"""

import _signal
import _socket
import _struct
import marshal
import os
import sys


def main() -> None:
    line = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
    line.connect(sys.argv[1])
    request = marshal.dumps([sys.argv[2:], os.getcwd(), dict(os.environ), False])
    streams = _struct.pack("3i", 0, 1, 2)
    line.sendmsg([_struct.pack("!I", len(request))], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, streams)])
    line.sendall(request)
    pid, _ = _struct.unpack("!ii", _read(line))
    for number in (_signal.SIGINT, _signal.SIGTERM, _signal.SIGHUP):
        _signal.signal(number, lambda received, _: os.kill(pid, received))
    os.close(0)
    os.close(1)
    _, status = _struct.unpack("!ii", _read(line))
    if os.WIFSIGNALED(status):
        _signal.signal(os.WTERMSIG(status), _signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.WEXITSTATUS(status))


def _read(line: _socket.socket) -> bytes:
    data = b""
    while len(data) < 8:
        more = line.recv(8 - len(data))
        if not more:
            os._exit(1)
        data += more
    return data


if __name__ == "__main__":
    main()
