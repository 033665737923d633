"""Go code that the agent of the conversation about glow writes."""

FETCH = """package main

import (
	"fmt"
	"net/http"
	"time"
)

const fetchTimeout = 10 * time.Second

var remoteClient = &http.Client{Timeout: fetchTimeout}

// fetchURL gets a remote source. The caller closes its reader.
func fetchURL(u string) (*source, error) {
	resp, err := remoteClient.Get(u) //nolint:noctx,bodyclose
	if err != nil {
		return nil, fmt.Errorf("unable to get url: %w", err)
	}
	if resp.StatusCode != http.StatusOK {
		_ = resp.Body.Close()
		return nil, fmt.Errorf("HTTP status %d", resp.StatusCode)
	}
	return &source{resp.Body, u}, nil
}
"""

OLD_GET = """			resp, err := http.Get(u.String()) //nolint: noctx,bodyclose
			if err != nil {
				return nil, fmt.Errorf("unable to get url: %w", err)
			}
			if resp.StatusCode != http.StatusOK {
				return nil, fmt.Errorf("HTTP status %d", resp.StatusCode)
			}
			return &source{resp.Body, u.String()}, nil
"""

TESTS = """package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

func TestFetchSlowBody(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "# failover\\n")
		w.(http.Flusher).Flush()
		time.Sleep(fetchTimeout + time.Second)
		_, _ = io.WriteString(w, "step 1\\n")
	}))
	defer srv.Close()
	src, err := fetchURL(srv.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer src.reader.Close() //nolint:errcheck
	if _, err := io.ReadAll(src.reader); err != nil {
		t.Fatalf("unable to read from reader: %v", err)
	}
}
"""

OLD_CLIENT = "var remoteClient = &http.Client{Timeout: fetchTimeout}\n"

CLIENT = """// remoteClient limits connecting and waiting for the headers, never the body.
var remoteClient = &http.Client{Transport: &http.Transport{
	Proxy:                 http.ProxyFromEnvironment,
	DialContext:           (&net.Dialer{Timeout: fetchTimeout}).DialContext,
	TLSHandshakeTimeout:   fetchTimeout,
	ResponseHeaderTimeout: fetchTimeout,
}}
"""

CACHE = """package main

import (
	"crypto/sha256"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	gap "github.com/muesli/go-app-paths"
)

const pageMaxAge = 72 * time.Hour

// pagesDir is where the last good copies of remote sources lie.
func pagesDir() (string, error) {
	dir, err := gap.NewScope(gap.User, "glow").CacheDir()
	if err != nil {
		return "", fmt.Errorf("unable to get cache dir: %w", err)
	}
	return filepath.Join(dir, "pages"), nil
}

func pageFile(dir, u string) string {
	return filepath.Join(dir, fmt.Sprintf("%x", sha256.Sum256([]byte(u))))
}

func storePage(u string, header http.Header, body []byte) error {
	if strings.Contains(header.Get("Cache-Control"), "no-store") {
		return nil
	}
	dir, err := pagesDir()
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("unable to create page dir: %w", err)
	}
	f, err := os.CreateTemp("", "page-*") // mode 0600
	if err != nil {
		return fmt.Errorf("unable to create page: %w", err)
	}
	_, err = f.Write(body)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), pageFile(dir, u))
	}
	if err != nil {
		return fmt.Errorf("unable to write page: %w", err)
	}
	return nil
}

func loadPage(u string) ([]byte, time.Time, error) {
	dir, err := pagesDir()
	if err != nil {
		return nil, time.Time{}, err
	}
	st, err := os.Stat(pageFile(dir, u))
	if err != nil {
		return nil, time.Time{}, fmt.Errorf("no copy: %w", err)
	}
	if time.Since(st.ModTime()) > pageMaxAge {
		return nil, time.Time{}, fmt.Errorf("copy is older than %s", pageMaxAge)
	}
	body, err := os.ReadFile(pageFile(dir, u))
	if err != nil {
		return nil, time.Time{}, fmt.Errorf("unable to read page: %w", err)
	}
	return body, st.ModTime(), nil
}
"""

NO_STORE = """	if strings.Contains(header.Get("Cache-Control"), "no-store") {
		return nil
	}
"""

EXPIRY = """	if time.Since(st.ModTime()) > pageMaxAge {
		return nil, time.Time{}, fmt.Errorf("copy is older than %s", pageMaxAge)
	}
"""

OLD_FETCH = FETCH[FETCH.index("	resp, err := remoteClient") :]

FETCH_COPY = """	resp, err := remoteClient.Get(u) //nolint:noctx
	if err != nil {
		return lastGood(u, fmt.Errorf("unable to get url: %w", err))
	}
	defer resp.Body.Close() //nolint:errcheck
	if resp.StatusCode != http.StatusOK {
		return lastGood(u, fmt.Errorf("HTTP status %d", resp.StatusCode))
	}
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return lastGood(u, fmt.Errorf("unable to read from reader: %w", err))
	}
	if err := storePage(u, body); err != nil {
		log.Warn("Could not store page", "url", u, "err", err)
	}
	return &source{io.NopCloser(bytes.NewReader(body)), u}, nil
}

// lastGood is the copy on disk, or the error that made us look for it.
func lastGood(u string, cause error) (*source, error) {
	body, _, err := loadPage(u)
	if err != nil {
		return nil, cause
	}
	return &source{io.NopCloser(bytes.NewReader(body)), u}, nil
}
"""

TEST_COPY = """func TestFetchLastGood(t *testing.T) {
	up := true
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if !up {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		_, _ = io.WriteString(w, "# failover\\n")
	}))
	defer srv.Close()
	for range 2 {
		src, err := fetchURL(srv.URL + "/db/failover.md")
		if err != nil {
			t.Fatal(err)
		}
		if b, _ := io.ReadAll(src.reader); string(b) != "# failover\\n" {
			t.Errorf("got %q", b)
		}
		up = false
	}
}
"""

TEST_MAIN = """func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "glow-cache-*")
	if err != nil {
		panic(err)
	}
	_ = os.Setenv("XDG_CACHE_HOME", dir)
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

func TestFetchSlowBody("""

TEST_MAINT = """
func TestFetchMaintPage(t *testing.T) {
	maint := false
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if maint {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = io.WriteString(w, "<h1>maintenance</h1>")
			return
		}
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = io.WriteString(w, "# failover\\n")
	}))
	defer srv.Close()
	for range 2 {
		src, err := fetchURL(srv.URL + "/db/failover.md")
		if err != nil {
			t.Fatal(err)
		}
		if b, _ := io.ReadAll(src.reader); string(b) != "# failover\\n" {
			t.Errorf("got %q, want the copy", b)
		}
		maint = true
	}
}
"""

PRUNE = """
const maxPages = 200

// prunePages removes the oldest copies.
func prunePages(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("unable to read page dir: %w", err)
	}
	age := func(e os.DirEntry) time.Time {
		info, err := e.Info()
		if err != nil {
			return time.Time{}
		}
		return info.ModTime()
	}
	slices.SortFunc(entries, func(a, b os.DirEntry) int { return age(b).Compare(age(a)) })
	for _, e := range entries[min(maxPages, len(entries)):] {
		_ = os.Remove(filepath.Join(dir, e.Name()))
	}
	return nil
}
"""

NEW_CLIENT = """var remoteClient = newRemoteClient()

// newRemoteClient limits connecting and waiting for the headers, never the body.
func newRemoteClient() *http.Client {
	return &http.Client{Transport: &http.Transport{
		Proxy:                 http.ProxyFromEnvironment,
		DialContext:           (&net.Dialer{Timeout: fetchTimeout}).DialContext,
		TLSHandshakeTimeout:   fetchTimeout,
		ResponseHeaderTimeout: fetchTimeout,
	}}
}
"""
