"""The code of the toml scenario."""

FIRST_TEST = """package toml

import (
	"strings"
	"testing"
)

func known(data string, v any) (MetaData, error) {
	dec := NewDecoder(strings.NewReader(data))
	dec.KnownKeysOnly(true)
	return dec.Decode(v)
}

func refused(t *testing.T, err error, keys ...string) {
	t.Helper()
	want := "toml: not in the destination: " + strings.Join(keys, ", ")
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
}

func accepted(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Errorf("refused: %v", err)
	}
}

func TestKnownKeysOnly(t *testing.T) {
	var conf struct{ Host string }
	_, err := known("host = 'a'\\nprot = 1\\nusr = 'b'\\n", &conf)
	refused(t, err, "prot")
}
"""
SPOT = "func TestKnownKeysOnly(t *testing.T) {\n"
WANT_ONE = '	refused(t, err, "prot")\n'
WANT_ALL = '	refused(t, err, "prot", "usr")\n'

DEC = """	r        io.Reader
	maxDepth int
}
"""
DEC_NEW = """	r         io.Reader
	maxDepth  int
	knownOnly bool
}
"""
VARS = """var (
	unmarshalToml = reflect.TypeOf((*Unmarshaler)(nil)).Elem()
"""
SETTER = """// KnownKeysOnly sets whether keys without a place in the destination are an
// error. The default is false: they are ignored, see [MetaData.Undecoded].
func (dec *Decoder) KnownKeysOnly(on bool) { dec.knownOnly = on }

"""
MD = """	data    []byte // Input file; for errors.
}
"""
MD_FLAG = """	data    []byte // Input file; for errors.

	knownOnly bool // Refuse keys without a place in the destination.
}
"""
MD_OPEN = """	data    []byte // Input file; for errors.

	open map[string]struct{} // Keys whose contents are not checked.
}
"""
MD_BOTH = """	data    []byte // Input file; for errors.

	knownOnly bool                // Refuse keys without a place in the destination.
	open      map[string]struct{} // Keys whose contents are not checked.
}
"""
MAKE = """		data:    data,
	}
	return md, md.unify(p.mapping, rv)
}
"""
MAKE_FLAG = """		data:    data,

		knownOnly: dec.knownOnly,
	}
	return md, md.unify(p.mapping, rv)
}
"""
MAKE_AFTER = """		data:    data,
	}
	if err := md.unify(p.mapping, rv); err != nil {
		return md, err
	}
	if unknown := md.Undecoded(); dec.knownOnly && len(unknown) > 0 {
		return md, fmt.Errorf("toml: not in the destination: %s", unknown[0])
	}
	return md, nil
}
"""
MAKE_OPEN = """		data:    data,
		open:    make(map[string]struct{}),
	}
	if err := md.unify(p.mapping, rv); err != nil {
		return md, err
	}
	if unknown := md.unknown(); dec.knownOnly && len(unknown) > 0 {
		return md, fmt.Errorf("toml: not in the destination: %s", unknown[0])
	}
	return md, nil
}
"""
MAKE_BOTH = """		data:    data,
		open:    make(map[string]struct{}),

		knownOnly: dec.knownOnly,
	}
	if err := md.unify(p.mapping, rv); err != nil {
		return md, err
	}
	return md, md.refuseUnknown()
}
"""
FIELD_END = """				return md.e("cannot write unexported field %s.%s", rv.Type().String(), f.name)
			}
		}
"""
FIELD_ELSE = """				return md.e("cannot write unexported field %s.%s", rv.Type().String(), f.name)
			}
		} else if md.knownOnly {
			return fmt.Errorf("toml: not in the destination: %s", md.context.add(key))
		}
"""
PRIM_TEST = """func TestKnownKeysOnlyPrimitive(t *testing.T) {
	var conf struct{ Plugin Primitive }
	_, err := known("[plugin]\\nname = 'mail'\\n", &conf)
	accepted(t, err)
}

"""
PRIM = """			context:   context,
		}))
		return nil
	}

	rvi"""
PRIM_OPEN = """			context:   context,
		}))
		md.open[context.String()] = struct{}{}
		return nil
	}

	rvi"""
KEY_DOC = "// Key represents any TOML key, including key groups. Use [MetaData.Keys] to get\n"
UNKNOWN = """// unknown returns the undecoded keys that are not below an open one.
func (md *MetaData) unknown() []Key {
	var unknown []Key
next:
	for _, key := range md.Undecoded() {
		for i := range key {
			if _, ok := md.open[key[:i].String()]; ok {
				continue next
			}
		}
		unknown = append(unknown, key)
	}
	return unknown
}

"""
LATER_TEST = """func TestKnownKeysOnlyPrimitiveDecode(t *testing.T) {
	var conf struct{ Plugin Primitive }
	md, err := known("[plugin]\\nname = 'mail'\\ntimout = 3\\n", &conf)
	accepted(t, err)

	var plugin struct{ Name string }
	refused(t, md.PrimitiveDecode(conf.Plugin, &plugin), "plugin.timout")
}

"""
LATER = """	defer func() { md.context = nil }()
	return md.unify(primValue.undecoded, rvalue(v))
}
"""
LATER_NEW = """	defer func() { md.context = nil }()
	delete(md.open, primValue.context.String())
	if err := md.unify(primValue.undecoded, rvalue(v)); err != nil {
		return err
	}
	return md.refuseUnknown()
}
"""
REFUSE_ONE = (
    UNKNOWN
    + """// refuseUnknown returns an error if there are unknown keys and they matter.
func (md *MetaData) refuseUnknown() error {
	unknown := md.unknown()
	if !md.knownOnly || len(unknown) == 0 {
		return nil
	}
	return fmt.Errorf("toml: not in the destination: %s", unknown[0])
}

"""
)
ONE_TAIL = """	return fmt.Errorf("toml: not in the destination: %s", unknown[0])
}

// Key"""
ALL_TAIL = """	names := make([]string, len(unknown))
	for i, key := range unknown {
		names[i] = key.String()
	}
	return fmt.Errorf("toml: not in the destination: %s", strings.Join(names, ", "))
}

// Key"""
META_IMPORT = 'import (\n	"strings"\n)\n'
META_IMPORT_NEW = 'import (\n	"fmt"\n	"strings"\n)\n'
ANY_TEST = """func TestKnownKeysOnlyAny(t *testing.T) {
	var conf struct{ Extra map[string]any }
	_, err := known("[extra.proxy]\\nurl = 'x'\\n", &conf)
	accepted(t, err)
}

"""
ANY = """func (md *MetaData) unifyAnything(data any, rv reflect.Value) error {
	rv.Set(reflect.ValueOf(data))
	return nil
}
"""
ANY_MARK = """func (md *MetaData) unifyAnything(data any, rv reflect.Value) error {
	rv.Set(reflect.ValueOf(data))
	if table, ok := data.(map[string]any); ok {
		markDecodedRecursive(md, table)
	}
	return nil
}
"""
ANY_OPEN = """func (md *MetaData) unifyAnything(data any, rv reflect.Value) error {
	rv.Set(reflect.ValueOf(data))
	md.open[md.context.String()] = struct{}{}
	return nil
}
"""
SAME_TEST = """func TestUndecodedBelowAny(t *testing.T) {
	var conf struct{ Extra map[string]any }
	md, err := Decode("[extra.proxy]\\nurl = 'x'\\n", &conf)
	accepted(t, err)
	if len(md.Undecoded()) != 1 {
		t.Errorf("undecoded: %v, want extra.proxy.url", md.Undecoded())
	}
}

"""
ARRAY_TEST = """func TestKnownKeysOnlyArrayOfPrimitives(t *testing.T) {
	var conf struct{ Plugin []Primitive }
	md, err := known("[[plugin]]\\nsmtp = 'a'\\n[[plugin]]\\nbucket = 'b'\\n", &conf)
	accepted(t, err)

	var mail struct{ Smtp string }
	accepted(t, md.PrimitiveDecode(conf.Plugin[0], &mail))
	refused(t, md.PrimitiveDecode(conf.Plugin[1], &mail), "plugin.bucket")
}

"""
CHECK = """#!/bin/sh
# Vet and test. The binaries go to .gotmp, as /tmp may be mounted noexec.
set -e
export GOTMPDIR="$PWD/.gotmp"
mkdir -p "$GOTMPDIR"
go vet ./...
go test -count=1 ./...
"""
SPIKE = """				return md.e("cannot write unexported field %s.%s", rv.Type().String(), f.name)
			}
		} else {
			best, least := "", 3
			for i := range fields {
				if d := distance(key, fields[i].name); d < least {
					best, least = fields[i].name, d
				}
			}
			fmt.Fprintf(os.Stderr, "unknown key %s, did you mean %s?\\n", md.context.add(key), best)
		}
"""
DISTANCE = """// distance is the number of edits that turn a into b.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		left, diagonal := i, i-1
		for j := 1; j <= len(b); j++ {
			cost := diagonal
			if a[i-1] != b[j-1] {
				cost++
			}
			diagonal = row[j]
			row[j-1], left = left, min(cost, min(left+1, diagonal+1))
		}
		row[len(b)] = left
	}
	return row[len(b)]
}

"""
UNIFY_MAP = "func (md *MetaData) unifyMap(mapping any, rv reflect.Value) error {\n"
