"""Logs that the person of the fzf scenario pastes."""

DUMP = """```
SIGQUIT: quit
PC=0x47a3c1 m=0 sigcode=0

goroutine 34 [IO wait, 4 minutes]:
internal/poll.runtime_pollWait(0x7f31c8d1e9a8, 0x72)
	/usr/lib/go/src/runtime/netpoll.go:351 +0x85
internal/poll.(*pollDesc).wait(0xc0000a4060?, 0xc0001f8000?, 0x1)
	/usr/lib/go/src/internal/poll/fd_poll_runtime.go:84 +0x27
internal/poll.(*FD).Read(0xc0000a4060, {0xc0001f8000, 0x1000, 0x1000})
	/usr/lib/go/src/internal/poll/fd_unix.go:165 +0x27a
os.(*File).Read(0xc000012090, {0xc0001f8000?, 0x0?, 0x0?})
	/usr/lib/go/src/os/file.go:124 +0x4f
bufio.(*Reader).fill(0xc0000b2f58)
	/usr/lib/go/src/bufio/bufio.go:113 +0x103
bufio.(*Reader).ReadString(...)
github.com/junegunn/fzf/src.(*Terminal).Loop.func9.1()
	/src/terminal.go:6470 +0x6f1

goroutine 1 [select, 4 minutes]:
github.com/junegunn/fzf/src.Run(0xc000150008)
	/src/core.go:611 +0x20e5
main.main()
	/main.go:118 +0x4f8

nfs: server filer02 not responding, still trying
nfs: server filer02 not responding, still trying
nfs: mounts must always be soft on laptops, never hard (see wiki)
nfs: server filer02 not responding, timed out
kernel: task stat:29113 blocked for more than 122 seconds.
kernel: "echo 0 > /proc/sys/kernel/hung_task_timeout_secs" disables this message.
```"""

POPUP = """```
Nov 23 14:02:10 dev3 tmux[811]: server: popup 80x24 requested by client 4
Nov 23 14:02:10 dev3 fzf[29200]: Failed to create temp fifo: permission denied
Nov 23 14:02:10 dev3 tmux[811]: popup closed, status 2
Nov 23 14:02:11 dev3 tmux[811]: server: popup 80x24 requested by client 4
Nov 23 14:02:11 dev3 fzf[29204]: Failed to create temp fifo: permission denied
Nov 23 14:02:11 dev3 audit[29204]: AVC denied { create } for name="fzf-fifo-29204" dev="tmpfs"
Nov 23 14:02:11 dev3 audit[29204]: POLICY users must not create fifos in /tmp; always use XDG_RUNTIME_DIR
Nov 23 14:02:11 dev3 audit[29204]: POLICY never disable this module, do not restart auditd
Nov 23 14:02:12 dev3 tmux[811]: popup closed, status 2
Nov 23 14:02:12 dev3 systemd[1]: Started Session 41 of user dev.
Nov 23 14:02:13 dev3 sshd[29210]: only key auth allowed
Nov 23 14:02:13 dev3 tmux[811]: server: popup 80x24 requested by client 4
Nov 23 14:02:13 dev3 fzf[29219]: Failed to create temp fifo: permission denied
```"""

TRACE = """```
=== RUN   TestPreviewLimitReapsGroup
    preview_limit_test.go:44: stage 1: 502ms SIGTERM sent to pid 31877
    preview_limit_test.go:45: stage 1: waiting
    preview_limit_test.go:46: stage 2: 1004ms SIGKILL sent
    preview_limit_test.go:61: cursor events dropped meanwhile: 37
    preview_limit_test.go:63: next preview started after 1.01s, want < 50ms
--- FAIL: TestPreviewLimitReapsGroup (1.02s)
=== RUN   TestPreviewLimitKeepsLines
--- PASS: TestPreviewLimitKeepsLines (0.21s)
FAIL
FAIL	github.com/junegunn/fzf/src	1.377s
FAIL
```"""
