"""Code of the stages, shared with talk.py."""

HEAD = """package middleware

import (
\t"net/http"
\t"strconv"
\t"time"
)

"""
FIRST_BODY = """\t\t\tleft := time.Until(deadlineOf(r, max))
\t\t\thttp.TimeoutHandler(next, left, "").ServeHTTP(w, r)
"""
DIRECT_BODY = """\t\t\tctx, cancel := context.WithDeadline(r.Context(), deadlineOf(r, max))
\t\t\tdefer cancel()
\t\t\tnext.ServeHTTP(w, r.WithContext(ctx))
\t\t\tif ctx.Err() == context.DeadlineExceeded {
\t\t\t\tw.WriteHeader(http.StatusGatewayTimeout)
\t\t\t}
"""
SERVE = "\t\t\tnext.ServeHTTP(w, r.WithContext(ctx))\n\t\t\tif ctx.Err() == context.DeadlineExceeded {\n\t\t\t\tw.WriteHeader("
WRAPPED = """\t\t\tww := NewWrapResponseWriter(w, r.ProtoMajor)
\t\t\tnext.ServeHTTP(ww, r.WithContext(ctx))
\t\t\tif ww.Status() == 0 && ctx.Err() == context.DeadlineExceeded {
\t\t\t\tww.WriteHeader("""
DOC = """// Deadline is a middleware that ends the request context at the moment which
// the caller names in the X-Deadline header, in milliseconds of Unix time, and
// after max at the latest.
"""
DOC_BUDGET = """// Deadline is a middleware that ends the request context when the budget is
// used up which the caller names in the X-Budget-Ms header, in milliseconds
// from now, and after max at the latest.
"""
DEADLINE_OF = """func deadlineOf(r *http.Request, max time.Duration) time.Time {
\tlatest := time.Now().Add(max)
\tms, err := strconv.ParseInt(r.Header.Get("X-Deadline"), 10, 64)
\tif err != nil {
\t\treturn latest
\t}
\tif t := time.UnixMilli(ms); t.Before(latest) {
\t\treturn t
\t}
\treturn latest
}
"""
BUDGET_OF = """func budgetOf(r *http.Request, max time.Duration) time.Duration {
\tms, err := strconv.ParseInt(r.Header.Get("X-Budget-Ms"), 10, 64)
\tif err != nil {
\t\treturn max
\t}
\treturn min(time.Duration(ms)*time.Millisecond, max)
}
"""
BUDGET_RETURN = "\tif err != nil {\n\t\treturn max\n\t}\n\treturn min(time.Duration(ms)*time.Millisecond, max)\n"
BUDGET_GUARD = (
    "\tif err != nil || ms > max.Milliseconds() {\n\t\treturn max\n\t}\n\treturn time.Duration(ms) * time.Millisecond\n"
)
WITH_DEADLINE = "context.WithDeadline(r.Context(), deadlineOf(r, max))"
WITH_TIMEOUT = "context.WithTimeout(r.Context(), budgetOf(r, max))"
FIRST = (
    HEAD
    + DOC
    + """func Deadline(max time.Duration) func(next http.Handler) http.Handler {
\treturn func(next http.Handler) http.Handler {
\t\tfn := func(w http.ResponseWriter, r *http.Request) {
"""
    + FIRST_BODY
    + """\t\t}
\t\treturn http.HandlerFunc(fn)
\t}
}

"""
    + DEADLINE_OF
)
TEST_HEAD = """package middleware

import (
\t"net/http"
\t"net/http/httptest"
\t"strconv"
\t"testing"
\t"time"
)

// serveDeadline sends one request through Deadline(10 s).
func serveDeadline(header string, fn http.HandlerFunc) *httptest.ResponseRecorder {
\tr := httptest.NewRequest("GET", "/", nil)
\tif header != "" {
\t\tr.Header.Set("X-Deadline", header)
\t}
\tw := httptest.NewRecorder()
\tDeadline(10*time.Second)(fn).ServeHTTP(w, r)
\treturn w
}

"""
SOON = """func soon() string {
\treturn strconv.FormatInt(time.Now().Add(20*time.Millisecond).UnixMilli(), 10)
}

"""
SPOT = "func TestDeadlineKeepsFlusher("
TESTS = """func TestDeadlineFromHeader(t *testing.T) {
\tw := serveDeadline(soon(), func(w http.ResponseWriter, r *http.Request) {
\t\t<-r.Context().Done()
\t})
\tassertEqual(t, http.StatusGatewayTimeout, w.Code)
}

func TestDeadlineKeepsFlusher(t *testing.T) {
\tvar err error
\tserveDeadline("", func(w http.ResponseWriter, r *http.Request) {
\t\terr = http.NewResponseController(w).Flush()
\t})
\tif err != nil {
\t\tt.Fatal(err)
\t}
}
"""
FIRST_TEST = TEST_HEAD + SOON + TESTS
LATE = """func TestDeadlineLeavesLateAnswer(t *testing.T) {
\tanswer := func(w http.ResponseWriter, r *http.Request) {
\t\t<-r.Context().Done()
\t\tw.WriteHeader(http.StatusServiceUnavailable)
\t}
\tvar log bytes.Buffer
\tts := httptest.NewUnstartedServer(Deadline(20 * time.Millisecond)(http.HandlerFunc(answer)))
\tts.Config.ErrorLog = stdlog.New(&log, "", 0)
\tts.Start()

\tres, _ := testRequest(t, ts, "GET", "/", nil)
\tts.Close()
\tassertEqual(t, http.StatusServiceUnavailable, res.StatusCode)
\tassertEqual(t, "", log.String())
}

"""
IMPORTS = 'import (\n\t"net/http"\n\t"net/http/httptest"\n'
IMPORTS_LATE = 'import (\n\t"bytes"\n\tstdlog "log"\n\t"net/http"\n\t"net/http/httptest"\n'
HUGE = """func TestDeadlineHugeBudget(t *testing.T) {
\tw := serveDeadline("9223372036854775", func(w http.ResponseWriter, r *http.Request) {
\t\tif err := r.Context().Err(); err != nil {
\t\t\tt.Error(err)
\t\t}
\t\tw.WriteHeader(http.StatusNoContent)
\t})
\tassertEqual(t, http.StatusNoContent, w.Code)
}

"""
STUCK = """func TestDeadlineStuckHandler(t *testing.T) {
\tstuck := make(chan struct{})
\tts := httptest.NewServer(Deadline(50 * time.Millisecond)(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
\t\t<-stuck
\t})))
\tdefer ts.Close()
\ttime.AfterFunc(150*time.Millisecond, func() { close(stuck) })

\tres, _ := testRequest(t, ts, "GET", "/", nil)
\tassertEqual(t, http.StatusGatewayTimeout, res.StatusCode)
}

"""
CUT = """\t\t\tif end, ok := ctx.Deadline(); ok {
\t\t\t\thttp.NewResponseController(w).SetWriteDeadline(end)
\t\t\t}
"""
SPENT = """func TestDeadlineSpentBudget(t *testing.T) {
\tfor _, budget := range []string{"0", "-40"} {
\t\tcalled := false
\t\tw := serveDeadline(budget, func(w http.ResponseWriter, r *http.Request) {
\t\t\tcalled = true
\t\t})
\t\tassertEqual(t, http.StatusGatewayTimeout, w.Code)
\t\tassertEqual(t, false, called)
\t}
}

"""
TRANSPORT = """package middleware

import (
\t"net/http"
\t"strconv"
\t"time"
)

// BudgetTransport tells the next hop how much of the deadline is left.
type BudgetTransport struct {
\tBase http.RoundTripper
}

func (t BudgetTransport) RoundTrip(r *http.Request) (*http.Response, error) {
\tif end, ok := r.Context().Deadline(); ok {
\t\tr = r.Clone(r.Context())
\t\tr.Header.Set("X-Deadline", strconv.FormatInt(end.UnixMilli(), 10))
\t}
\treturn t.Base.RoundTrip(r)
}

var _ = time.Now
"""
TRANSPORT = TRANSPORT.replace("\n\nvar _ = time.Now\n", "\n").replace('\t"strconv"\n\t"time"\n', '\t"strconv"\n')
MAKE_ROUTER = """\tgo test -race -v .
"""
MAKE_MIDDLEWARE = """\tgo test -race -v ./middleware
"""
