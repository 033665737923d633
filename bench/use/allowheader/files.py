"""The code of the mux scenario."""

FIRST_TEST = """package mux

import (
	"net/http"
	"testing"
)

func wantAllow(t *testing.T, router *Router, method, path, want string) {
	t.Helper()
	w := NewRecorder()
	router.ServeHTTP(w, newRequest(method, path))
	if w.Code != http.StatusMethodNotAllowed {
		t.Errorf("%s %s: status %d, want 405", method, path, w.Code)
	}
	if got := w.Header().Get("Allow"); got != want {
		t.Errorf("%s %s: Allow = %q, want %q", method, path, got, want)
	}
}

func TestAllowHeader(t *testing.T) {
	router := NewRouter()
	router.Use(AllowMiddleware(router))
	router.HandleFunc("/orders", dummyHandler).Methods("GET")
	router.HandleFunc("/orders", dummyHandler).Methods("PUT")

	wantAllow(t, router, "DELETE", "/orders", "GET, PUT")
}
"""
USE_LINE = "	router.Use(AllowMiddleware(router))\n"
SET_LINE = "	router.AllowHeader(true)\n"
SPOT = "func TestAllowHeader(t *testing.T) {\n"

CORS_DOC = "// CORSMethodMiddleware automatically sets the Access-Control-Allow-Methods response header\n"
MIDDLEWARE = """// AllowMiddleware sets the Allow response header on requests whose method no route takes.
func AllowMiddleware(r *Router) MiddlewareFunc {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			if methods, err := getAllMethodsForRoute(r, req); err == nil {
				w.Header().Set("Allow", strings.Join(methods, ", "))
			}

			next.ServeHTTP(w, req)
		})
	}
}

"""

FIELDS = """	// Slice of middlewares to be called after a match is found
	middlewares []middleware

	// configuration shared with `Route`
	routeConf
}

// common"""
FIELDS_NEW = """	// Slice of middlewares to be called after a match is found
	middlewares []middleware

	// If true, a 405 answer names the methods of the path in the Allow header
	allowHeader bool

	// configuration shared with `Route`
	routeConf
}

// common"""
ENCODED_DOC = "// UseEncodedPath tells the router to match the encoded original path\n"
SETTER = """// AllowHeader defines whether a 405 answer carries an Allow header with the
// methods that the path takes. The initial value is false.
//
// Only the value of the router that serves the request counts, not those of
// its subrouters.
func (r *Router) AllowHeader(value bool) *Router {
	r.allowHeader = value
	return r
}

"""
ANSWER = """	if handler == nil && match.MatchErr == ErrMethodMismatch {
		handler = methodNotAllowedHandler()
	}
"""
IN_FLAT = """	if handler == nil && match.MatchErr == ErrMethodMismatch {
		if r.allowHeader {
			if methods, err := getAllMethodsForRoute(r, req); err == nil {
				w.Header().Set("Allow", strings.Join(methods, ", "))
			}
		}
		handler = methodNotAllowedHandler()
	}
"""
IN_WALK = """	if handler == nil && match.MatchErr == ErrMethodMismatch {
		if r.allowHeader {
			w.Header().Set("Allow", strings.Join(allowedMethods(r, req), ", "))
		}
		handler = methodNotAllowedHandler()
	}
"""
IN_MATCH = IN_WALK.replace("allowedMethods(r, req)", "match.allowed")
TOP_MATCH = """	if r.allowHeader && match.MatchErr == ErrMethodMismatch {
		w.Header().Set("Allow", strings.Join(match.allowed, ", "))
	}

"""
IMPORTS = '	"path"\n	"regexp"\n)\n\nvar (\n'
IMPORTS_NEW = '	"path"\n	"regexp"\n	"strings"\n)\n\nvar (\n'

SUB_TEST = """func TestAllowHeaderOfSubrouter(t *testing.T) {
	router := NewRouter()
	router.AllowHeader(true)
	api := router.PathPrefix("/api").Subrouter()
	api.HandleFunc("/orders", dummyHandler).Methods("GET")
	api.HandleFunc("/orders", dummyHandler).Methods("PUT")

	wantAllow(t, router, "DELETE", "/api/orders", "GET, PUT")
}

"""
NOT_ALLOWED = "// methodNotAllowed replies to the request with an HTTP status code 405.\n"
WALK = """// allowedMethods returns the methods of all routes whose path matches a request,
// those of subrouters too.
func allowedMethods(r *Router, req *http.Request) []string {
	var allowed []string
	for _, route := range r.routes {
		var match RouteMatch
		if !route.Match(req, &match) && match.MatchErr == ErrMethodMismatch {
			for _, m := range route.matchers {
				switch m := m.(type) {
				case methodMatcher:
					allowed = append(allowed, m...)
				case *Router:
					allowed = append(allowed, allowedMethods(m, req)...)
				}
			}
		}
	}
	return allowed
}

"""
ONCE_MATCHED = """func TestAllowHeaderRunsMatchersOnce(t *testing.T) {
	calls := 0
	router := NewRouter()
	router.AllowHeader(true)
	router.HandleFunc("/orders", dummyHandler).Methods("GET").MatcherFunc(
		func(*http.Request, *RouteMatch) bool { calls++; return true })

	wantAllow(t, router, "DELETE", "/orders", "GET")
	if calls != 1 {
		t.Errorf("matcher ran %d times, want once", calls)
	}
}

"""
MATCH_FIELD = """	// the request method and route method
	MatchErr error
}
"""
MATCH_FIELD_NEW = """	// the request method and route method
	MatchErr error

	// methods of the routes that only missed the request method
	allowed []string
}
"""
MISS = """			if _, ok := m.(methodMatcher); ok {
				matchErr = ErrMethodMismatch
				continue
			}
"""
MISS_LOOP = """			if methods, ok := m.(methodMatcher); ok {
				matchErr = ErrMethodMismatch
				match.allowed = append(match.allowed, methods...)
				continue
			}
"""
MISS_LATE = """			if methods, ok := m.(methodMatcher); ok {
				matchErr = ErrMethodMismatch
				missed = append(missed, methods...)
				continue
			}
"""
ERR = """	var matchErr error

	// Match everything.
"""
ERR_LATE = """	var matchErr error
	var missed []string

	// Match everything.
"""
GIVE = """	if matchErr != nil {
		match.MatchErr = matchErr
		return false
	}
"""
GIVE_LATE = """	if matchErr != nil {
		if matchErr == ErrMethodMismatch {
			match.allowed = append(match.allowed, missed...)
		}
		match.MatchErr = matchErr
		return false
	}
"""
ORDER_TEST = """func TestAllowHeaderMethodsBeforePath(t *testing.T) {
	router := NewRouter()
	router.AllowHeader(true)
	router.Methods("POST").Path("/ping").HandlerFunc(dummyHandler)
	router.Methods("GET").Path("/orders").HandlerFunc(dummyHandler)

	wantAllow(t, router, "DELETE", "/orders", "GET")
}

"""
CUSTOM_TEST = """func TestAllowHeaderReachesCustomHandler(t *testing.T) {
	router := NewRouter()
	router.AllowHeader(true)
	router.MethodNotAllowedHandler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusMethodNotAllowed)
		_, _ = w.Write([]byte("try " + w.Header().Get("Allow")))
	})
	router.HandleFunc("/orders", dummyHandler).Methods("GET")

	wantAllow(t, router, "DELETE", "/orders", "GET")
}

"""
TYPED = """// mismatch is ErrMethodMismatch with the methods that would have matched.
type mismatch struct{ allowed []string }

func (m *mismatch) Error() string { return ErrMethodMismatch.Error() }

func (m *mismatch) Unwrap() error { return ErrMethodMismatch }

"""
GIVE_TYPED = """	if matchErr != nil {
		if matchErr == ErrMethodMismatch {
			match.allowed = append(match.allowed, missed...)
			matchErr = &mismatch{match.allowed}
		}
		match.MatchErr = matchErr
		return false
	}
"""
MISS_DOC = "// SkipClean reports whether path cleaning is enabled for this route via\n"
REPEAT_TEST = """func TestAllowHeaderNamesEachMethodOnce(t *testing.T) {
	router := NewRouter()
	router.AllowHeader(true)
	router.HandleFunc("/orders", dummyHandler).Methods("PUT", "GET")
	router.HandleFunc("/orders", dummyHandler).Methods("GET", "PATCH")

	wantAllow(t, router, "DELETE", "/orders", "PUT, GET, PATCH")
}

"""
MAKE_OLD = """.PHONY: test
test:
"""
MAKE_NEW = """.PHONY: quick
quick:
	go vet ./...
	go test -count=1 -shuffle=on ./...

.PHONY: test
test:
"""
SPIKE = """	if handler == nil && match.MatchErr == ErrMethodMismatch && req.Method == http.MethodOptions {
		methods, _ := getAllMethodsForRoute(r, req)
		w.Header().Set("Allow", strings.Join(append(methods, http.MethodOptions), ", "))
		w.WriteHeader(http.StatusNoContent)
		return
	}

"""
