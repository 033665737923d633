"""The table of programming languages: how files are recognised and what a definition looks like in each.

A language is a row. Two readers use the rows: `definitions` (fast, bytes and regular expressions, for every file of a
tree) and `symbols` (tree-sitter, for the files that are shown). A new language needs a row here, at most a grammar
name, and a line in the tests.

Rules are written for speed: a pattern begins with a literal, so that the regular expression engine searches with
`memchr` (about 2 GB/s) and not with an alternation at every line start (about 100 MB/s). What stands on the line before
the literal is checked afterwards, for the few places found.
"""

import re
from functools import cache
from typing import Final, NamedTuple


@cache
def compiled(source: bytes) -> re.Pattern[bytes]:
    """A pattern of the table, compiled when its language is first met: a project has few of them."""
    return re.compile(source)


class Rule(NamedTuple):
    """One shape of a definition. `source` begins with a literal and its group 1 is the name (or the names)."""

    kind: str
    source: bytes
    before: frozenset[bytes] | None = None
    """Words allowed between the line's start and the pattern; None: the pattern holds its own line start."""

    @property
    def pattern(self) -> re.Pattern[bytes]:
        return compiled(self.source)


class Language(NamedTuple):
    name: str
    extensions: tuple[str, ...]
    rules: tuple[Rule, ...] = ()
    imports: tuple[bytes, ...] = ()
    """Sources of patterns whose group 1 is what a file asks for."""
    grammar: str = ""
    """Module of the tree-sitter grammar, and after a colon its function where that is not `language`."""
    names: tuple[str, ...] = ()
    """Whole file names (`Makefile`)."""
    interpreters: tuple[str, ...] = ()
    """Words of a `#!` line."""
    code: bool = True
    """Whether its files are candidates when the goal is a change of code."""
    not_names: frozenset[bytes] = frozenset()
    """Words that a rule may catch but that are keywords."""


def _rule(kind: str, pattern: str, before: str | None = "") -> Rule:
    words = None if before is None else frozenset(before.encode().split())
    return Rule(kind, pattern.encode(), words)


def _imports(*patterns: str) -> tuple[bytes, ...]:
    return tuple(p.encode() for p in patterns)


_CONTROL: Final = frozenset(
    b"if for while switch catch return function else do try sizeof new throw await yield using lock foreach when case"
    b" synchronized assert super this defined typeof elseif unless until default delete super in of and or not".split()
)
_JS_BEFORE: Final = "export default declare async abstract public private protected static readonly const"
_JVM_BEFORE: Final = "public private protected static final abstract sealed non-sealed strictfp synchronized native default transient volatile"
_JS_RULES: Final = (
    _rule("class", r"class[ \t]+([A-Za-z_$][\w$]*)", _JS_BEFORE),
    _rule("function", r"function[ \t]*\*?[ \t]*([A-Za-z_$][\w$]*)[ \t]*[(<]", _JS_BEFORE),
    _rule("constant", r"\n(?:export[ \t]+)?(?:const|let|var)[ \t]+([A-Za-z_$][\w$]*)[ \t]*[=:;]", None),
    _rule("method", r"\n(?:  |    |\t)(?:(?:async|static|get|set|public|private|protected|override|readonly|abstract|\*)[ \t]*)*"
                    r"([A-Za-z_$#][\w$]*)[ \t]*(?:<[^>\n]*>)?\([^\n;]*\{[ \t]*\r?\n", None),
    _rule("method", r"\n[\w$]+(?:\.[\w$]+)*\.([A-Za-z_$][\w$]*)[ \t]*=[ \t]*(?:[\w$.]+[ \t]*=[ \t]*)?"
                    r"(?:async[ \t]+)?(?:function\b|\([^()\n]*\)[ \t]*=>)", None),
    _rule("method", r"prototype\.([A-Za-z_$][\w$]*)[ \t]*=", None),
    _rule("export", r"exports\.([A-Za-z_$][\w$]*)[ \t]*=[^=]", None),
)  # fmt: skip
_JS_IMPORTS: Final = _imports(
    r"from[ \t]+['\"]([^'\"\n]+)['\"]", r"require\([ \t]*['\"]([^'\"\n]+)['\"]", r"import[ \t(]+['\"]([^'\"\n]+)['\"]"
)
_C_RULES: Final = (
    _rule(
        "function",
        r"\n[A-Za-z_][\w \t*&<>,:\[\]]*?[ \t*&:~]([A-Za-z_~]\w*)[ \t]*\([^;{}]{0,600}?\)[^;(){}=]{0,80}\{",
        None,
    ),
    _rule(
        "struct",
        r"struct[ \t]+([A-Za-z_]\w*)[ \t\r\n:<>,\w]{0,80}(?:/\*[^*]{0,100}\*/\s{0,8})?\{",
        "typedef static extern const union",
    ),
    _rule("union", r"union[ \t]+([A-Za-z_]\w*)[ \t\r\n]*\{", "typedef static extern const"),
    _rule(
        "enum",
        r"enum[ \t]+(?:class[ \t]+|struct[ \t]+)?([A-Za-z_]\w*)[ \t\r\n:\w]{0,60}(?:/\*[^*]{0,100}\*/\s{0,8})?\{",
        "typedef static extern const",
    ),
    _rule("type", r"\ntypedef[ \t][^\n{}]{0,200}?\b([A-Za-z_]\w*)[ \t]*;", None),
    _rule("type", r"\n\}[ \t]*([A-Za-z_]\w*)[ \t]*;", None),
    _rule("macro", r"#[ \t]*define[ \t]+([A-Za-z_]\w*)"),
)
_C_IMPORTS: Final = _imports(r"#[ \t]*include[ \t]*[<\"]([^>\"\n]+)[>\"]")
_TYPE_METHOD: Final = (
    r"\n[ \t]+(?:(?:{mods})[ \t]+)+(?:<[^>\n]*>[ \t]*)?[\w.<>\[\], ?@]*?[ \t>\]]([A-Za-z_]\w*)[ \t]*\("
)

LANGUAGES: Final[tuple[Language, ...]] = (
    Language(
        "python", (".py", ".pyi", ".pyx", ".pxd", ".pyw"),
        (
            _rule("class", r"class[ \t]+([^\W\d]\w*)[ \t]*[(:\[]", "cdef ctypedef cppclass"),
            _rule("function", r"def[ \t]+([^\W\d]\w*)[ \t]*[(\[]", "async cdef cpdef"),
            _rule("constant", r"\n([A-Z][A-Z0-9_]{2,})[ \t]*(?::[^=\n]{1,80})?=[^=]", None),
        ),
        _imports(r"from[ \t]+([\w.]+)[ \t]+import", r"import[ \t]+([\w.]+)"),
        "tree_sitter_python", interpreters=("python", "python3"),
    ),
    Language("javascript", (".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte"), _JS_RULES, _JS_IMPORTS, "tree_sitter_javascript",
             interpreters=("node", "deno", "bun"), not_names=_CONTROL),
    Language(
        "typescript", (".ts", ".tsx", ".mts", ".cts"),
        (
            *_JS_RULES,
            _rule("interface", r"interface[ \t]+([A-Za-z_$][\w$]*)", _JS_BEFORE),
            _rule("type", r"type[ \t]+([A-Za-z_$][\w$]*)[ \t]*(?:<[^=\n]*)?=", _JS_BEFORE),
            _rule("enum", r"enum[ \t]+([A-Za-z_$][\w$]*)[ \t]*\{", _JS_BEFORE),
            _rule("namespace", r"namespace[ \t]+([A-Za-z_$][\w$.]*)", _JS_BEFORE),
        ),
        _JS_IMPORTS, "tree_sitter_typescript:language_typescript", not_names=_CONTROL,
    ),
    Language(
        "go", (".go",),
        (
            _rule("function", r"\nfunc[ \t]+(?:\([^)\n]*\)[ \t]*)?([^\W\d]\w*)[ \t]*[(\[]", None),
            _rule("type", r"\ntype[ \t]+([^\W\d]\w*)[ \t\[]", None),
            _rule("type", r"\n\t([A-Z]\w*)[ \t]+(?:struct|interface)[ \t]*\{", None),
            _rule("constant", r"\n(?:var|const)[ \t]+([^\W\d]\w*)", None),
            _rule("constant", r"\n\t([A-Z]\w*)[ \t]+(?:[\w.*\[\]]+[ \t]*)?=[^=]", None),
        ),
        _imports(r"\nimport[ \t]+(?:\w+[ \t]+)?\"([^\"\n]+)\"", r"\n\t(?:[\w.]+[ \t]+)?\"([\w./~@-]+)\"(?=\r?\n)"),
        "tree_sitter_go",
    ),
    Language(
        "rust", (".rs",),
        (
            _rule("function", r"fn[ \t]+([^\W\d]\w*)[ \t]*[(<]", 'pub pub(crate) pub(super) pub(self) const async unsafe extern "C" default'),
            _rule("struct", r"struct[ \t]+([^\W\d]\w*)", "pub pub(crate) pub(super)"),
            _rule("enum", r"enum[ \t]+([^\W\d]\w*)", "pub pub(crate) pub(super)"),
            _rule("trait", r"trait[ \t]+([^\W\d]\w*)", "pub pub(crate) pub(super) unsafe auto"),
            _rule("type", r"type[ \t]+([^\W\d]\w*)[^\n;=]*=", "pub pub(crate) pub(super)"),
            _rule("module", r"mod[ \t]+([^\W\d]\w*)", "pub pub(crate) pub(super)"),
            _rule("constant", r"const[ \t]+([A-Z_]\w*)[ \t]*:", "pub pub(crate) pub(super)"),
            _rule("constant", r"static[ \t]+(?:mut[ \t]+)?([A-Z_]\w*)[ \t]*:", "pub pub(crate) pub(super)"),
            _rule("macro", r"macro_rules![ \t]*([^\W\d]\w*)"),
        ),
        _imports(r"use[ \t]+([\w:]+)", r"extern crate[ \t]+(\w+)"), "tree_sitter_rust",
    ),
    Language(
        "java", (".java",),
        (
            _rule("class", r"class[ \t]+([A-Za-z_]\w*)[ \t\r\n]*[{<e-p]", _JVM_BEFORE),
            _rule("interface", r"interface[ \t]+([A-Za-z_]\w*)", _JVM_BEFORE + " @"),
            _rule("enum", r"enum[ \t]+([A-Za-z_]\w*)", _JVM_BEFORE),
            _rule("class", r"record[ \t]+([A-Za-z_]\w*)[ \t]*[(<]", _JVM_BEFORE),
            _rule("method", _TYPE_METHOD.format(mods="public|private|protected|static|final|abstract|synchronized|native|default"), None),
            _rule("method", r"\n(?:  |    |\t)[A-Za-z_][\w.<>\[\], ?]*[ \t>\]]([a-z_]\w*)[ \t]*\([^;\n]*\)[^;\n]*\{[ \t]*\r?\n", None),
            _rule("method", r"\n(?:  |    |\t)([A-Z]\w*)\([^;\n]*\)[^;\n]*\{[ \t]*\r?\n", None),
            _rule("constant", r"static[ \t]+final[ \t]+[\w.<>\[\], ?]+[ \t]([A-Z][A-Z0-9_]*)[ \t]*=", _JVM_BEFORE),
        ),
        _imports(r"import[ \t]+(?:static[ \t]+)?([\w.]+)"), "tree_sitter_java", not_names=_CONTROL,
    ),
    Language("c", (".c", ".h"), _C_RULES, _C_IMPORTS, "tree_sitter_c", not_names=_CONTROL),
    Language(
        "cpp", (".cc", ".cpp", ".cxx", ".c++", ".hpp", ".hh", ".hxx", ".h++", ".ipp", ".inl", ".tpp", ".cu", ".cuh", ".mm"),
        (
            *_C_RULES,
            _rule("class", r"class[ \t]+(?:[A-Z_]{3,}[ \t]+)?([A-Za-z_]\w*)[^;(){}=]{0,120}\{", "template typename export final enum"),
            _rule("class", r"\n(?:[A-Z_]+[ \t]+)?template[ \t]*<[^\n{};]*>[ \t]*(?:class|struct)[ \t]+(?:[A-Z_]{3,}[ \t]+)?([A-Za-z_]\w*)[^;(){}=]{0,120}\{", None),
            _rule("namespace", r"namespace[ \t]+([A-Za-z_][\w:]*)[ \t\r\n]*\{", "inline"),
            _rule("type", r"using[ \t]+([A-Za-z_]\w*)[ \t]*="),
            _rule("method", r"\n[ \t]+(?:[\w:<>,*&~]+[ \t*&]+)*([A-Za-z_~]\w*)\([^;{}\n]{0,200}\)[^;{}()\n]{0,60}\{", None),
        ),
        _C_IMPORTS, "tree_sitter_cpp", not_names=_CONTROL,
    ),
    Language(
        "php", (".php", ".phtml", ".inc"),
        (
            _rule("class", r"class[ \t]+([^\W\d]\w*)", "final abstract readonly"),
            _rule("interface", r"interface[ \t]+([^\W\d]\w*)"),
            _rule("trait", r"trait[ \t]+([^\W\d]\w*)"),
            _rule("enum", r"enum[ \t]+([^\W\d]\w*)[ \t\r\n]*[:{]"),
            _rule("function", r"function[ \t]+&?([^\W\d]\w*)[ \t]*\(", "public private protected static final abstract"),
            _rule("constant", r"const[ \t]+(?:\w+[ \t]+)?([A-Z_]\w*)[ \t]*=", "public private protected final"),
        ),
        _imports(r"use[ \t]+([\w\\]+)", r"(?:require|include)(?:_once)?[ \t(]+['\"]([^'\"\n]+)"), "tree_sitter_php:language_php",
        interpreters=("php",),
    ),
    Language(
        "ruby", (".rb", ".rake", ".gemspec", ".ru"),
        (
            _rule("method", r"def[ \t]+(?:self\.)?([^\W\d]\w*[?!=]?)", "private protected public private_class_method module_function"),
            _rule("class", r"class[ \t]+([A-Z][\w:]*)"),
            _rule("module", r"module[ \t]+([A-Z][\w:]*)"),
            _rule("constant", r"\n[ \t]*([A-Z][A-Z0-9_]{2,})[ \t]*=[^=~]", None),
        ),
        _imports(r"require(?:_relative)?[ \t(]+['\"]([^'\"\n]+)"), "tree_sitter_ruby", names=("Rakefile", "Gemfile"), interpreters=("ruby",),
    ),
    Language(
        "csharp", (".cs", ".csx"),
        (
            _rule("class", r"class[ \t]+([A-Za-z_]\w*)", _JVM_BEFORE + " internal partial unsafe new readonly"),
            _rule("interface", r"interface[ \t]+([A-Za-z_]\w*)", _JVM_BEFORE + " internal partial"),
            _rule("struct", r"struct[ \t]+([A-Za-z_]\w*)", _JVM_BEFORE + " internal partial readonly ref record"),
            _rule("enum", r"enum[ \t]+([A-Za-z_]\w*)", _JVM_BEFORE + " internal"),
            _rule("class", r"record[ \t]+([A-Za-z_]\w*)", _JVM_BEFORE + " internal partial"),
            _rule("namespace", r"namespace[ \t]+([A-Za-z_][\w.]*)"),
            _rule("method", _TYPE_METHOD.format(mods="public|private|protected|internal|static|override|virtual|abstract|async|sealed|partial|extern|unsafe|new"), None),
            _rule("property", r"\n[ \t]+(?:(?:public|private|protected|internal|static|override|virtual|abstract|required|readonly)[ \t]+)+[\w.<>\[\],?]+[ \t]+([A-Z]\w*)[ \t\r\n]*(?:\{|=>|=[^=])", None),
        ),
        _imports(r"using[ \t]+(?:static[ \t]+)?([\w.]+)[ \t]*;"), "tree_sitter_c_sharp", not_names=_CONTROL,
    ),
    Language(
        "kotlin", (".kt", ".kts"),
        (
            _rule("function", r"fun[ \t]+(?:<[^>\n]*>[ \t]*)?(?:[\w.<>?*, ]+\.)?([^\W\d]\w*|`[^`\n]+`)[ \t]*\(",
                  "public private protected internal inline suspend override open abstract final operator infix tailrec external actual expect"),
            _rule("class", r"class[ \t]+([A-Z]\w*)", "public private protected internal data sealed open abstract inner enum annotation value inline actual expect final"),
            _rule("interface", r"interface[ \t]+([A-Z]\w*)", "public private protected internal sealed fun actual expect"),
            _rule("object", r"object[ \t]+([A-Z]\w*)", "public private protected internal companion data actual expect"),
            _rule("type", r"typealias[ \t]+([A-Z]\w*)", "public private internal actual expect"),
            _rule("property", r"\n(?:  |    |\t)?(?:(?:public|private|protected|internal|override|const|lateinit|open|abstract|actual|expect)[ \t]+)*va[lr][ \t]+(?:<[^>\n]*>[ \t]*)?(?:[\w<>.]+\.)?([^\W\d]\w*)[ \t]*[:=]", None),
        ),
        _imports(r"import[ \t]+([\w.]+)"), "tree_sitter_kotlin", not_names=frozenset([b"Companion"]),
    ),
    Language(
        "swift", (".swift",),
        (*tuple(_rule(kind, pattern, "public private internal open fileprivate static class final override mutating nonmutating async indirect dynamic convenience required weak lazy @objc @discardableResult @inlinable @MainActor package") for kind, pattern in (("function", r"func[ \t]+([^\W\d]\w*)[ \t]*[(<]"), ("class", r"class[ \t]+([A-Z]\w*)"), ("struct", r"struct[ \t]+([A-Z]\w*)"), ("enum", r"enum[ \t]+([A-Z]\w*)"), ("interface", r"protocol[ \t]+([A-Z]\w*)"), ("extension", r"extension[ \t]+([A-Z][\w.]*)"), ("class", r"actor[ \t]+([A-Z]\w*)"), ("type", r"typealias[ \t]+([A-Z]\w*)"))), _rule("property", r"\n(?:  |    |\t)?(?:(?:public|private|internal|open|static|final|override|lazy|weak|fileprivate(?:\(set\))?|private\(set\))[ \t]+)*(?:var|let)[ \t]+([^\W\d]\w*)[ \t]*[:=]", None)),
        _imports(r"import[ \t]+([\w.]+)"), "tree_sitter_swift",
    ),
    Language(
        "scala", (".scala", ".sc", ".sbt"),
        (*tuple(_rule(kind, pattern, "private protected override final implicit abstract sealed case lazy inline transparent open opaque private[this]") for kind, pattern in (("function", r"def[ \t]+([^\W\d]\w*)"), ("class", r"class[ \t]+([A-Z]\w*)"), ("object", r"object[ \t]+([A-Z]\w*)"), ("trait", r"trait[ \t]+([A-Z]\w*)"), ("type", r"type[ \t]+([A-Z]\w*)"), ("enum", r"enum[ \t]+([A-Z]\w*)"))), _rule("property", r"\n {0,4}(?:(?:private|protected|override|final|implicit|lazy)[ \t]+)*va[lr][ \t]+([^\W\d]\w*)[ \t]*[:=]", None)),
        _imports(r"import[ \t]+([\w.]+)"), "tree_sitter_scala",
    ),
    Language(
        "bash", (".sh", ".bash", ".zsh", ".ksh", ".bats"),
        (
            _rule("function", r"\n[ \t]*([A-Za-z_][\w:.-]*)[ \t]*\([ \t]*\)", None),
            _rule("function", r"function[ \t]+([A-Za-z_][\w:.-]*)"),
        ),
        _imports(r"\n[ \t]*(?:source|\.)[ \t]+([^\s;]+)"), "tree_sitter_bash", interpreters=("sh", "bash", "zsh", "dash", "ksh"),
    ),
    Language(
        "sql", (".sql", ".ddl", ".pgsql", ".psql"),
        (
            _rule("table", r"\n[ \t]*(?i:create)[ \t]+(?i:or[ \t]+replace[ \t]+|temp(?:orary)?[ \t]+|unlogged[ \t]+|external[ \t]+|virtual[ \t]+)*(?i:table)[ \t]+(?i:if[ \t]+not[ \t]+exists[ \t]+)?[\"`\[]?([\w.]+)", None),
            _rule("view", r"\n[ \t]*(?i:create)[ \t]+(?i:or[ \t]+replace[ \t]+|temp(?:orary)?[ \t]+|materialized[ \t]+)*(?i:view)[ \t]+(?i:if[ \t]+not[ \t]+exists[ \t]+)?[\"`\[]?([\w.]+)", None),
            _rule("function", r"\n[ \t]*(?i:create)[ \t]+(?i:or[ \t]+(?:replace|alter)[ \t]+)?(?i:function|procedure|trigger|type|domain|sequence|schema)[ \t]+(?i:if[ \t]+not[ \t]+exists[ \t]+)?[\"`\[]?([\w.]+)", None),
            _rule("index", r"\n[ \t]*(?i:create)[ \t]+(?i:unique[ \t]+)?(?i:index)[ \t]+(?i:concurrently[ \t]+)?(?i:if[ \t]+not[ \t]+exists[ \t]+)?[\"`\[]?([\w.]+)", None),
        ),
        (), "tree_sitter_sql",
    ),
    Language("markdown", (".md", ".markdown", ".mdx"), (_rule("heading", r"\n#{1,4}[ \t]+([^\n#]{1,120})", None),), (), "tree_sitter_markdown", code=False),
    # No grammar: the rules below are all there is.
    Language("objective-c", (".m",), (*_C_RULES, _rule("class", r"@(?:interface|implementation|protocol)[ \t]+(\w+)"), _rule("method", r"\n[-+][ \t]*\([^)\n]*\)[ \t]*(\w+)", None)), _C_IMPORTS, not_names=_CONTROL),
    Language("lua", (".lua",), (_rule("function", r"function[ \t]+([\w.:]+)", "local"),), _imports(r"require[ \t(]*['\"]([^'\"\n]+)"), interpreters=("lua",)),
    Language("perl", (".pl", ".pm", ".t"), (_rule("function", r"sub[ \t]+(\w+)"), _rule("module", r"package[ \t]+([\w:]+)")), _imports(r"\nuse[ \t]+([\w:]+)"), interpreters=("perl",)),
    Language("elixir", (".ex", ".exs"), (_rule("function", r"def(?:p|macro|macrop|guard|delegate)?[ \t]+([a-z_]\w*[?!]?)"), _rule("module", r"defmodule[ \t]+([\w.]+)")), _imports(r"(?:alias|import|use)[ \t]+([A-Z][\w.]*)")),
    Language("erlang", (".erl", ".hrl"), (_rule("function", r"\n([a-z]\w*)\([^\n]*->", None), _rule("macro", r"-define\((\w+)"), _rule("record", r"-record\((\w+)")), ()),
    Language("haskell", (".hs",), (_rule("function", r"\n([a-z]\w*'*)[ \t]+::", None), _rule("type", r"\n(?:data|newtype|type|class)[ \t]+(?:[^\n=]*=>[ \t]*)?([A-Z]\w*)", None)), _imports(r"\nimport[ \t]+(?:qualified[ \t]+)?([\w.]+)")),
    Language("ocaml", (".ml", ".mli"), (_rule("function", r"\nlet[ \t]+(?:rec[ \t]+)?([a-z_]\w*)", None), _rule("type", r"\n[ \t]*type[ \t]+(?:'\w+[ \t]+)?([a-z_]\w*)", None), _rule("module", r"module[ \t]+(?:type[ \t]+)?([A-Z]\w*)"), _rule("function", r"\n[ \t]*val[ \t]+([a-z_]\w*)", None)), _imports(r"open[ \t]+([A-Z][\w.]*)")),
    Language("dart", (".dart",), (_rule("class", r"class[ \t]+(\w+)", "abstract sealed base final mixin interface"), _rule("enum", r"enum[ \t]+(\w+)"), _rule("extension", r"extension[ \t]+(\w+)"), _rule("class", r"mixin[ \t]+(\w+)", "base"), _rule("method", r"\n(?:  )?[A-Za-z_][\w<>?, ]*[ \t](\w+)\([^;\n]*\)[^;\n]*\{", None)), _imports(r"import[ \t]+['\"]([^'\"\n]+)"), not_names=_CONTROL),
    Language("zig", (".zig",), (_rule("function", r"fn[ \t]+(\w+)", "pub export inline extern"), _rule("constant", r"\n(?:pub[ \t]+)?const[ \t]+(\w+)[ \t]*=", None)), _imports(r"@import\(\"([^\"\n]+)")),
    Language("julia", (".jl",), (_rule("function", r"function[ \t]+([\w.!]+)"), _rule("struct", r"struct[ \t]+(\w+)", "mutable"), _rule("module", r"module[ \t]+(\w+)"), _rule("macro", r"macro[ \t]+(\w+)")), _imports(r"\n(?:using|import)[ \t]+([\w.]+)")),
    Language("r", (".r", ".R"), (_rule("function", r"\n([\w.]+)[ \t]*<-[ \t]*function", None),), _imports(r"library\((\w+)")),
    Language("clojure", (".clj", ".cljs", ".cljc", ".edn"), (_rule("function", r"\(def(?:n-?|macro|multi|protocol|record|type|once)?[ \t]+(?:\^\S+[ \t]+)?([\w*+!?<>=/.-]+)"),), ()),
    Language("groovy", (".groovy", ".gradle"), (_rule("class", r"class[ \t]+(\w+)", _JVM_BEFORE), _rule("method", r"def[ \t]+(\w+)[ \t]*\(", _JVM_BEFORE)), _imports(r"import[ \t]+([\w.]+)")),
    Language("powershell", (".ps1", ".psm1"), (_rule("function", r"\n[ \t]*(?i:function)[ \t]+([\w-]+)", None),), ()),
    Language("protobuf", (".proto",), (_rule("message", r"message[ \t]+(\w+)"), _rule("service", r"service[ \t]+(\w+)"), _rule("method", r"rpc[ \t]+(\w+)"), _rule("enum", r"enum[ \t]+(\w+)")), _imports(r"import[ \t]+\"([^\"\n]+)")),
    Language("graphql", (".graphql", ".gql"), (_rule("type", r"\n(?:type|input|interface|enum|union|scalar)[ \t]+(\w+)", None),), ()),
    Language("terraform", (".tf", ".hcl"), (_rule("resource", r"\n(?:resource|data|module|variable|output)[ \t]+((?:\"[\w-]+\"[ \t]*)+)", None),), ()),
    Language("make", (".mk", ".mak"), (_rule("target", r"\n([A-Za-z_][\w.-]*)[ \t]*:(?!=)", None),), (), names=("Makefile", "GNUmakefile", "makefile")),
    Language("cmake", (".cmake",), (_rule("function", r"\n[ \t]*(?i:function|macro)[ \t]*\([ \t]*(\w+)", None), _rule("target", r"\n[ \t]*(?i:add_executable|add_library)[ \t]*\([ \t]*([\w-]+)", None)), (), names=("CMakeLists.txt",)),
    Language("html", (".html", ".htm", ".jinja", ".j2", ".erb", ".twig", ".hbs", ".ejs"), (), ()),
    Language("css", (".css", ".scss", ".sass", ".less", ".styl"), (), ()),
    Language("assembly", (".s", ".S", ".asm"), (_rule("label", r"\n([A-Za-z_]\w*):", None),), ()),
    Language("docker", (".dockerfile",), (), (), names=("Dockerfile", "Containerfile")),
    Language("restructuredtext", (".rst",), (_rule("heading", r"\n([^\n]{3,100})\n(?:={3,}|-{3,}|~{3,})\r?\n", None),), (), code=False),
    Language("text", (".txt", ".adoc", ".asciidoc", ".org"), (), (), code=False),
    Language("config", (".toml", ".yaml", ".yml", ".json", ".jsonc", ".json5", ".ini", ".cfg", ".conf", ".properties", ".xml", ".gradle.kts", ".env", ".plist"), (), (), code=False),
)  # fmt: skip

BY_NAME: Final[dict[str, Language]] = {language.name: language for language in LANGUAGES}
_BY_EXTENSION: Final[dict[str, Language]] = {e: language for language in LANGUAGES for e in language.extensions}
_BY_FILE: Final[dict[str, Language]] = {n: language for language in LANGUAGES for n in language.names}


def language_of(path: str, head: bytes = b"") -> Language | None:
    """The language of a file by its name or, when it has no extension and `head` is given, by its `#!` line."""
    base = path[path.rfind("/") + 1 :]
    dot = base.rfind(".")
    if dot > 0:
        extension = base[dot:]
        return _BY_EXTENSION.get(extension) or _BY_EXTENSION.get(extension.lower())
    found = _BY_FILE.get(base)
    if found is None and head.startswith(b"#!"):
        line = head[2 : head.find(b"\n") if b"\n" in head else len(head)].decode("ascii", "replace")
        words = [w.rsplit("/", 1)[-1] for w in line.split()]
        for word in words[:3]:
            bare = word.rstrip("0123456789.")
            for language in LANGUAGES:
                if word in language.interpreters or bare in language.interpreters:
                    return language
    return found


_CPP_WORDS: Final = re.compile(
    rb"\n[ \t]*(?:template[ \t]*<|namespace[ \t]+\w+[^;\n]*\{|class[ \t]+\w+[^;\n]*\{|(?:public|private|protected):)"
)


def language_in(path: str, data: bytes) -> Language | None:
    """As `language_of`, for content at hand: a header named `.h` is C++ when it has what only that language has."""
    found = language_of(path, data[:200])
    if found is not None and found.name == "c" and path.endswith(".h") and _CPP_WORDS.search(data):
        return BY_NAME["cpp"]
    return found
