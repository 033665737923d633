"""The table of programming languages: how files are recognised and what a definition looks like in each.

A language is a row. Two readers use the rows: `definitions` (fast, bytes and regular expressions, for every file of a
tree) and `symbols` (tree-sitter, for the files that are shown). A new language needs a row here and a sample with its
golden file in `tests/code/languages`; one with a grammar also needs the grammar's package in `pyproject.toml`.

Rules are written for speed: a pattern begins with a literal, so that the regular expression engine searches with
`memchr` (about 2 GB/s) and not with an alternation at every line start (about 100 MB/s). The words before the literal
on its line are checked afterwards, for the few places found.
"""

from typing import Final

from backstory.code.read import block_patterns
from backstory.code.read.language import Language, build_grammar, build_rule
from backstory.model.late_pattern import late_pattern

_CONTROL: Final = frozenset(
    b"if for while switch catch return function else do try sizeof new throw await yield using lock foreach when case"
    b" synchronized assert super this defined typeof elseif unless until default delete super in of and or not".split()
)
_JS_BEFORE: Final = "export default declare async abstract public private protected static readonly const"
_JVM_BEFORE: Final = "public private protected static final abstract sealed non-sealed strictfp synchronized native default transient volatile"
_JS_RULES: Final = (
    build_rule("class", r"class[ \t]+([A-Za-z_$][\w$]*)", _JS_BEFORE),
    build_rule("function", r"function[ \t]*\*?[ \t]*([A-Za-z_$][\w$]*)[ \t]*[(<]", _JS_BEFORE),
    build_rule("constant", r"\n(?:export[ \t]+)?(?:const|let|var)[ \t]+([A-Za-z_$][\w$]*)[ \t]*[=:;]", None),
    build_rule("method", r"\n(?:  |    |\t)(?:(?:async|static|get|set|public|private|protected|override|readonly|abstract|\*)[ \t]*)*"
                    r"([A-Za-z_$#][\w$]*)[ \t]*(?:<[^>\n]*>)?\([^\n;]*(?<!=>)(?<!=>[ \t])\{[ \t]*\r?\n", None),
    build_rule("method", r"\n[\w$]+(?:\.[\w$]+)*\.([A-Za-z_$][\w$]*)[ \t]*=[ \t]*(?:[\w$.]+[ \t]*=[ \t]*)?"
                    r"(?:async[ \t]+)?(?:function\b|\([^()\n]*\)[ \t]*=>)", None),
    build_rule("method", r"prototype\.([A-Za-z_$][\w$]*)[ \t]*=", None),
    build_rule("export", r"exports\.([A-Za-z_$][\w$]*)[ \t]*=[^=]", None),
)  # fmt: skip
_C_RULES: Final = (
    build_rule(
        "function",
        r"\n[A-Za-z_][\w \t*&<>,:\[\]]*?[ \t*&:~]([A-Za-z_~]\w*)[ \t]*\([^;{}]{0,600}?\)[^;(){}=]{0,80}\{",
        None,
    ),
    build_rule(
        "struct",
        r"struct[ \t]+([A-Za-z_]\w*)[ \t\r\n:<>,\w]{0,80}(?:/\*[^*]{0,100}\*/\s{0,8})?\{",
        "typedef static extern const union",
    ),
    build_rule("union", r"union[ \t]+([A-Za-z_]\w*)[ \t\r\n]*\{", "typedef static extern const"),
    build_rule(
        "enum",
        r"enum[ \t]+(?:class[ \t]+|struct[ \t]+)?([A-Za-z_]\w*)[ \t\r\n:\w]{0,60}(?:/\*[^*]{0,100}\*/\s{0,8})?\{",
        "typedef static extern const",
    ),
    build_rule("type", r"\ntypedef[ \t][^\n{}]{0,200}?\b([A-Za-z_]\w*)[ \t]*;", None),
    build_rule("type", r"\n\}[ \t]*([A-Za-z_]\w*)[ \t]*;", None),
    build_rule("macro", r"#[ \t]*define[ \t]+([A-Za-z_]\w*)"),
)
_TYPE_METHOD: Final = (
    r"\n[ \t]+(?:(?:{mods})[ \t]+)+(?:<[^>\n]*>[ \t]*)?[\w.<>\[\], ?@]*?[ \t>\]]([A-Za-z_]\w*)[ \t]*\("
)

_JS_WRAPPERS: Final = "export_statement lexical_declaration variable_declaration expression_statement"
_JS_NODES: Final = (
    "class_declaration:class abstract_class_declaration:class function_declaration:function generator_function_declaration:function"
    " method_definition:method variable_declarator:variable public_field_definition:field field_definition:field assignment_expression:method"
)
_JS_INNER: Final = (
    "function_declaration generator_function_declaration method_definition variable_declarator assignment_expression"
)
_JS_KINDS: Final = (
    "variable_declarator:function_value public_field_definition:function_value field_definition:function_value"
)
_JS_GRAMMAR: Final = build_grammar(
    "tree_sitter_javascript", _JS_NODES, calls="call_expression new_expression", wrappers=_JS_WRAPPERS, inner=_JS_INNER,
    names="assignment_expression:assigned", only="variable_declarator:at_top_level", kinds=_JS_KINDS,
)  # fmt: skip
_TS_GRAMMAR: Final = build_grammar(
    "tree_sitter_typescript:language_typescript",
    _JS_NODES + " interface_declaration:interface type_alias_declaration:type enum_declaration:enum internal_module:namespace"
    " module:namespace function_signature:function method_signature:method abstract_method_signature:method",
    calls="call_expression new_expression", wrappers=_JS_WRAPPERS + " ambient_declaration", inner=_JS_INNER,
    names="assignment_expression:assigned", only="variable_declarator:at_top_level", kinds=_JS_KINDS,
    variant=(".tsx", "tree_sitter_typescript:language_tsx"),
)  # fmt: skip
_C_NODES: Final = (
    "function_definition:function struct_specifier:struct union_specifier:union enum_specifier:enum type_definition:type"
    " preproc_def:macro preproc_function_def:macro"
)
_C_ONLY: Final = "struct_specifier:with_body union_specifier:with_body enum_specifier:with_body"
_C_GRAMMAR: Final = build_grammar(
    "tree_sitter_c", _C_NODES, calls="call_expression", inner="function_definition", only=_C_ONLY, signature="declarator",
    preprocessed=True,
)  # fmt: skip
_CPP_GRAMMAR: Final = build_grammar(
    "tree_sitter_cpp",
    _C_NODES + " class_specifier:class namespace_definition:namespace alias_declaration:type concept_definition:concept",
    calls="call_expression new_expression", wrappers="template_declaration", inner="function_definition",
    only=_C_ONLY + " class_specifier:with_body", methods=True, signature="declarator", generic_names=True, preprocessed=True,
)  # fmt: skip

LANGUAGES: Final[tuple[Language, ...]] = (
    Language(
        "python", (".py", ".pyi", ".pyx", ".pxd", ".pyw"),
        (
            build_rule("class", r"class[ \t]+([^\W\d]\w*)[ \t]*[(:\[]", "cdef ctypedef cppclass"),
            build_rule("function", r"def[ \t]+([^\W\d]\w*)[ \t]*[(\[]", "async cdef cpdef"),
            build_rule("constant", r"\n([A-Z][A-Z0-9_]{2,})[ \t]*(?::[^=\n]{1,80})?=[^=]", None),
        ),
        build_grammar(
            "tree_sitter_python", "class_definition:class function_definition:function assignment:variable",
            calls="call", wrappers="decorated_definition expression_statement", inner="assignment",
            only="assignment:at_module_or_class", methods=True, signature="colon", docstrings=True,
        ),
        text_block=block_patterns.PYTHON,
        snake_case=True, interpreters=("python", "python3"),
    ),
    Language("javascript", (".js", ".jsx", ".mjs", ".cjs", ".vue", ".svelte"), _JS_RULES, _JS_GRAMMAR, public_words=frozenset(["export"]), silent_member=1.0,
             interpreters=("node", "deno", "bun"), not_names=_CONTROL),
    Language(
        "typescript", (".ts", ".tsx", ".mts", ".cts"),
        (
            *_JS_RULES,
            build_rule("interface", r"interface[ \t]+([A-Za-z_$][\w$]*)", _JS_BEFORE),
            build_rule("type", r"type[ \t]+([A-Za-z_$][\w$]*)[ \t]*(?:<[^=\n]*)?=", _JS_BEFORE),
            build_rule("enum", r"enum[ \t]+([A-Za-z_$][\w$]*)[ \t]*\{", _JS_BEFORE),
            build_rule("namespace", r"namespace[ \t]+([A-Za-z_$][\w$.]*)", _JS_BEFORE),
        ),
        _TS_GRAMMAR, public_words=frozenset(["export"]), silent_member=1.0, not_names=_CONTROL,
    ),
    Language(
        "go", (".go",),
        (
            build_rule("function", r"\nfunc[ \t]+(?:\([^)\n]*\)[ \t]*)?([^\W\d]\w*)[ \t]*[(\[]", None),
            build_rule("type", r"\ntype[ \t]+([^\W\d]\w*)[ \t\[]", None),
            build_rule("type", r"\n\t([A-Z]\w*)[ \t]+(?:struct|interface)[ \t]*\{", None),
            build_rule("constant", r"\n(?:var|const)[ \t]+([^\W\d]\w*)", None),
            build_rule("constant", r"\n\t([A-Z]\w*)[ \t]+(?:[\w.*\[\]]+[ \t]*)?=[^=]", None),
        ),
        build_grammar(
            "tree_sitter_go",
            "function_declaration:function method_declaration:method type_spec:type type_alias:type const_spec:constant var_spec:variable",
            calls="call_expression", wrappers="type_declaration", inner="function_declaration method_declaration",
            names="method_declaration:receiver", signature="brace",
        ),
        capitals_are_public=True,
    ),
    Language(
        "rust", (".rs",),
        (
            build_rule("function", r"fn[ \t]+([^\W\d]\w*)[ \t]*[(<]", 'pub pub(crate) pub(super) pub(self) const async unsafe extern "C" default'),
            build_rule("struct", r"struct[ \t]+([^\W\d]\w*)", "pub pub(crate) pub(super)"),
            build_rule("enum", r"enum[ \t]+([^\W\d]\w*)", "pub pub(crate) pub(super)"),
            build_rule("trait", r"trait[ \t]+([^\W\d]\w*)", "pub pub(crate) pub(super) unsafe auto"),
            build_rule("type", r"type[ \t]+([^\W\d]\w*)[^\n;=]*=", "pub pub(crate) pub(super)"),
            build_rule("module", r"mod[ \t]+([^\W\d]\w*)", "pub pub(crate) pub(super)"),
            build_rule("constant", r"const[ \t]+([A-Z_]\w*)[ \t]*:", "pub pub(crate) pub(super)"),
            build_rule("constant", r"static[ \t]+(?:mut[ \t]+)?([A-Z_]\w*)[ \t]*:", "pub pub(crate) pub(super)"),
            build_rule("macro", r"macro_rules![ \t]*([^\W\d]\w*)"),
        ),
        build_grammar(
            "tree_sitter_rust",
            "function_item:function function_signature_item:function struct_item:struct enum_item:enum union_item:union trait_item:trait"
            " impl_item:impl mod_item:module const_item:constant static_item:constant type_item:type macro_definition:macro",
            calls="call_expression macro_invocation", inner="function_item", names="impl_item:implemented_type",
            only="mod_item:with_body", methods=True, item_macro="macro_invocation",
        ),
        test_mark=rb"\n([ \t]*)#\[(?:cfg\((?:all\()?test\b|(?:\w+::)*(?:test|rstest|test_case|quickcheck|bench)\b)",
        snake_case=True, public_words=frozenset(["pub"]), limited_public=True, silent=0.2,
    ),
    Language(
        "java", (".java",),
        (
            build_rule("class", r"class[ \t]+([A-Za-z_]\w*)[ \t\r\n]*[{<e-p]", _JVM_BEFORE),
            build_rule("interface", r"interface[ \t]+([A-Za-z_]\w*)", _JVM_BEFORE + " @"),
            build_rule("enum", r"enum[ \t]+([A-Za-z_]\w*)", _JVM_BEFORE),
            build_rule("class", r"record[ \t]+([A-Za-z_]\w*)[ \t]*[(<]", _JVM_BEFORE),
            build_rule("method", _TYPE_METHOD.format(mods="public|private|protected|static|final|abstract|synchronized|native|default"), None),
            build_rule("method", r"\n(?:  |    |\t)[A-Za-z_][\w.<>\[\], ?]*[ \t>\]]([a-z_]\w*)[ \t]*\([^;\n]*\)[^;\n]*\{[ \t]*\r?\n", None),
            build_rule("method", r"\n(?:  |    |\t)([A-Z]\w*)\([^;\n]*\)[^;\n]*\{[ \t]*\r?\n", None),
            build_rule("constant", r"static[ \t]+final[ \t]+[\w.<>\[\], ?]+[ \t]([A-Z][A-Z0-9_]*)[ \t]*=", _JVM_BEFORE),
        ),
        build_grammar(
            "tree_sitter_java",
            "class_declaration:class interface_declaration:interface enum_declaration:enum record_declaration:class"
            " annotation_type_declaration:interface method_declaration:method constructor_declaration:method field_declaration:field",
            calls="method_invocation object_creation_expression", inner="method_declaration constructor_declaration",
        ),
        public_words=frozenset(["public"]), not_names=_CONTROL,
    ),
    Language("c", (".c", ".h"), _C_RULES, _C_GRAMMAR, snake_case=True, static_is_private=True, not_names=_CONTROL),
    Language(
        "cpp", (".cc", ".cpp", ".cxx", ".c++", ".hpp", ".hh", ".hxx", ".h++", ".ipp", ".inl", ".tpp", ".cu", ".cuh", ".mm"),
        (
            *_C_RULES,
            build_rule("class", r"class[ \t]+(?:[A-Z_]{3,}[ \t]+)?([A-Za-z_]\w*)[^;(){}=]{0,120}\{", "template typename export final enum"),
            build_rule("class", r"\n(?:[A-Z_]+[ \t]+)?template[ \t]*<[^\n{};]*>[ \t]*(?:class|struct)[ \t]+(?:[A-Z_]{3,}[ \t]+)?([A-Za-z_]\w*)[^;(){}=]{0,120}\{", None),
            build_rule("namespace", r"namespace[ \t]+([A-Za-z_][\w:]*)[ \t\r\n]*\{", "inline"),
            build_rule("type", r"using[ \t]+([A-Za-z_]\w*)[ \t]*="),
            build_rule("method", r"\n[ \t]+(?:[\w:<>,*&~][\w:<>,*&~ \t]*[ \t*&])?([A-Za-z_~]\w*)\([^;{}\n]{0,200}\)[^;{}()\n]{0,60}\{", None),
        ),
        _CPP_GRAMMAR, static_is_private=True, not_names=_CONTROL,
    ),
    Language(
        "php", (".php", ".phtml", ".inc"),
        (
            build_rule("class", r"class[ \t]+([^\W\d]\w*)", "final abstract readonly"),
            build_rule("interface", r"interface[ \t]+([^\W\d]\w*)"),
            build_rule("trait", r"trait[ \t]+([^\W\d]\w*)"),
            build_rule("enum", r"enum[ \t]+([^\W\d]\w*)[ \t\r\n]*[:{]"),
            build_rule("function", r"function[ \t]+&?([^\W\d]\w*)[ \t]*\(", "public private protected static final abstract"),
            build_rule("constant", r"const[ \t]+(?:\w+[ \t]+)?([A-Z_]\w*)[ \t]*=", "public private protected final"),
        ),
        build_grammar(
            "tree_sitter_php:language_php",
            "class_declaration:class interface_declaration:interface trait_declaration:trait enum_declaration:enum"
            " function_definition:function method_declaration:method const_element:constant property_declaration:field",
            calls="function_call_expression member_call_expression scoped_call_expression object_creation_expression",
            wrappers="const_declaration", inner="function_definition method_declaration",
        ),
        interpreters=("php",),
    ),
    Language(
        "ruby", (".rb", ".rake", ".gemspec", ".ru"),
        (
            build_rule("method", r"def[ \t]+(?:self\.)?([^\W\d]\w*[?!=]?)", "private protected public private_class_method module_function"),
            build_rule("class", r"class[ \t]+([A-Z][\w:]*)"),
            build_rule("module", r"module[ \t]+([A-Z][\w:]*)"),
            build_rule("constant", r"\n[ \t]*([A-Z][A-Z0-9_]{2,})[ \t]*=[^=~]", None),
        ),
        build_grammar(
            "tree_sitter_ruby", "class:class module:module method:method singleton_method:method assignment:constant",
            calls="call", inner="method singleton_method assignment", only="assignment:to_constant", signature="end",
        ),
        snake_case=True, names=("Rakefile", "Gemfile"), interpreters=("ruby",),
    ),
    Language(
        "csharp", (".cs", ".csx"),
        (
            build_rule("class", r"class[ \t]+([A-Za-z_]\w*)", _JVM_BEFORE + " internal partial unsafe new readonly"),
            build_rule("interface", r"interface[ \t]+([A-Za-z_]\w*)", _JVM_BEFORE + " internal partial"),
            build_rule("struct", r"struct[ \t]+([A-Za-z_]\w*)", _JVM_BEFORE + " internal partial readonly ref record"),
            build_rule("enum", r"enum[ \t]+([A-Za-z_]\w*)", _JVM_BEFORE + " internal"),
            build_rule("class", r"record[ \t]+([A-Za-z_]\w*)", _JVM_BEFORE + " internal partial"),
            build_rule("namespace", r"namespace[ \t]+([A-Za-z_][\w.]*)"),
            build_rule("method", _TYPE_METHOD.format(mods="public|private|protected|internal|static|override|virtual|abstract|async|sealed|partial|extern|unsafe|new"), None),
            build_rule("property", r"\n[ \t]+(?:(?:public|private|protected|internal|static|override|virtual|abstract|required|readonly)[ \t]+)+[\w.<>\[\],?]+[ \t]+([A-Z]\w*)[ \t\r\n]*(?:\{|=>|=[^=])", None),
        ),
        build_grammar(
            "tree_sitter_c_sharp",
            "namespace_declaration:namespace class_declaration:class interface_declaration:interface struct_declaration:struct"
            " enum_declaration:enum record_declaration:class delegate_declaration:type method_declaration:method"
            " constructor_declaration:method property_declaration:property field_declaration:field",
            calls="invocation_expression object_creation_expression", inner="method_declaration constructor_declaration",
        ),
        public_words=frozenset(["public"]), not_names=_CONTROL,
    ),
    Language(
        "kotlin", (".kt", ".kts"),
        (
            build_rule("function", r"fun[ \t]+(?:<[^>\n]*>[ \t]*)?(?:[\w.<>?*, ]+\.)?([^\W\d]\w*|`[^`\n]+`)[ \t]*\(",
                  "public private protected internal inline suspend override open abstract final operator infix tailrec external actual expect"),
            build_rule("class", r"class[ \t]+([A-Z]\w*)", "public private protected internal data sealed open abstract inner enum annotation value inline actual expect final"),
            build_rule("interface", r"interface[ \t]+([A-Z]\w*)", "public private protected internal sealed fun actual expect"),
            build_rule("object", r"object[ \t]+([A-Z]\w*)", "public private protected internal companion data actual expect"),
            build_rule("type", r"typealias[ \t]+([A-Z]\w*)", "public private internal actual expect"),
            build_rule("property", r"\n(?:  |    |\t)?(?:(?:public|private|protected|internal|override|const|lateinit|open|abstract|actual|expect)[ \t]+)*va[lr][ \t]+(?:<[^>\n]*>[ \t]*)?(?:[\w<>.]+\.)?([^\W\d]\w*)[ \t]*[:=]", None),
        ),
        build_grammar(
            "tree_sitter_kotlin",
            "class_declaration:class object_declaration:object companion_object:object function_declaration:function"
            " property_declaration:property type_alias:type",
            calls="call_expression", inner="function_declaration property_declaration",
            names="companion_object:companion", kinds="class_declaration:interface_word", methods=True,
        ), not_names=frozenset([b"Companion"]),
    ),
    Language(
        "swift", (".swift",),
        (*tuple(build_rule(kind, pattern, "public private internal open fileprivate static class final override mutating nonmutating async indirect dynamic convenience required weak lazy @objc @discardableResult @inlinable @MainActor package") for kind, pattern in (("function", r"func[ \t]+([^\W\d]\w*)[ \t]*[(<]"), ("class", r"class[ \t]+([A-Z]\w*)"), ("struct", r"struct[ \t]+([A-Z]\w*)"), ("enum", r"enum[ \t]+([A-Z]\w*)"), ("interface", r"protocol[ \t]+([A-Z]\w*)"), ("extension", r"extension[ \t]+([A-Z][\w.]*)"), ("class", r"actor[ \t]+([A-Z]\w*)"), ("type", r"typealias[ \t]+([A-Z]\w*)"))), build_rule("property", r"\n(?:  |    |\t)?(?:(?:public|private|internal|open|static|final|override|lazy|weak|fileprivate(?:\(set\))?|private\(set\))[ \t]+)*(?:var|let)[ \t]+([^\W\d]\w*)[ \t]*[:=]", None)),
        build_grammar(
            "tree_sitter_swift",
            "class_declaration:class protocol_declaration:interface function_declaration:function init_declaration:function"
            " protocol_function_declaration:function property_declaration:property typealias_declaration:type",
            calls="call_expression", inner="function_declaration init_declaration property_declaration",
            names="init_declaration:init", kinds="class_declaration:declared_kind", methods=True,
        ),
        public_words=frozenset(["public", "open"]),
    ),
    Language(
        "scala", (".scala", ".sc", ".sbt"),
        (*tuple(build_rule(kind, pattern, "private protected override final implicit abstract sealed case lazy inline transparent open opaque private[this]") for kind, pattern in (("function", r"def[ \t]+([^\W\d]\w*)"), ("class", r"class[ \t]+([A-Z]\w*)"), ("object", r"object[ \t]+([A-Z]\w*|[a-z_]\w*(?=[ \t]*(?:\{|:|\r?\n|extends\b)))"), ("trait", r"trait[ \t]+([A-Z]\w*)"), ("type", r"type[ \t]+([A-Z]\w*)"), ("enum", r"enum[ \t]+([A-Z]\w*)"))), build_rule("property", r"\n {0,4}(?:(?:private|protected|override|final|implicit|lazy)[ \t]+)*va[lr][ \t]+([^\W\d]\w*)[ \t]*[:=]", None)),
        build_grammar(
            "tree_sitter_scala",
            "class_definition:class object_definition:object trait_definition:trait enum_definition:enum function_definition:function"
            " function_declaration:function val_definition:property var_definition:property type_definition:type given_definition:given",
            calls="call_expression", inner="function_definition val_definition var_definition", methods=True,
        ),
    ),
    Language(
        "bash", (".sh", ".bash", ".zsh", ".ksh", ".bats"),
        (
            build_rule("function", r"\n[ \t]*([A-Za-z_][\w:.-]*)[ \t]*\([ \t]*\)", None),
            build_rule("function", r"function[ \t]+([A-Za-z_][\w:.-]*)"),
        ),
        build_grammar("tree_sitter_bash", "function_definition:function", calls="command", inner="function_definition"), snake_case=True, interpreters=("sh", "bash", "zsh", "dash", "ksh"),
    ),
    Language(
        "sql", (".sql", ".ddl", ".pgsql", ".psql"),
        (
            build_rule("table", r"\n[ \t]*(?i:create)[ \t]+(?i:or[ \t]+replace[ \t]+|temp(?:orary)?[ \t]+|unlogged[ \t]+|external[ \t]+|virtual[ \t]+)*(?i:table)[ \t]+(?i:if[ \t]+not[ \t]+exists[ \t]+)?[\"`\[]?([\w.]+)", None),
            build_rule("view", r"\n[ \t]*(?i:create)[ \t]+(?i:or[ \t]+replace[ \t]+|temp(?:orary)?[ \t]+|materialized[ \t]+)*(?i:view)[ \t]+(?i:if[ \t]+not[ \t]+exists[ \t]+)?[\"`\[]?([\w.]+)", None),
            build_rule("function", r"\n[ \t]*(?i:create)[ \t]+(?i:or[ \t]+(?:replace|alter)[ \t]+)?(?i:function|procedure|trigger|type|domain|sequence|schema)[ \t]+(?i:if[ \t]+not[ \t]+exists[ \t]+)?[\"`\[]?([\w.]+)", None),
            build_rule("index", r"\n[ \t]*(?i:create)[ \t]+(?i:unique[ \t]+)?(?i:index)[ \t]+(?i:concurrently[ \t]+)?(?i:if[ \t]+not[ \t]+exists[ \t]+)?[\"`\[]?([\w.]+)", None),
        ),
        build_grammar(
            "tree_sitter_sql",
            "create_table:table create_view:view create_materialized_view:view create_function:function create_index:index"
            " create_type:type create_trigger:trigger create_schema:schema create_sequence:sequence",
            names="create_table:object create_view:object create_materialized_view:object create_function:object create_index:object"
            " create_type:object create_trigger:object create_schema:object create_sequence:object",
        ),
        snake_case=True,
    ),
    Language("markdown", (".md", ".markdown", ".mdx"), (build_rule("heading", r"\n#{1,4}[ \t]+([^\n#]{1,120})", None),), build_grammar("tree_sitter_markdown", "section:heading", names="section:heading", signature="line"), code=False),
    # No grammar: the rules below are all there is.
    Language("objective-c", (".m",), (*_C_RULES, build_rule("class", r"@(?:interface|implementation|protocol)[ \t]+(\w+)"), build_rule("method", r"\n[-+][ \t]*\([^)\n]*\)[ \t]*(\w+)", None)), not_names=_CONTROL),
    Language("lua", (".lua",), (build_rule("function", r"function[ \t]+([\w.:]+)", "local"),), interpreters=("lua",), snake_case=True, text_block=block_patterns.LUA),
    Language("perl", (".pl", ".pm", ".t"), (build_rule("function", r"sub[ \t]+(\w+)"), build_rule("module", r"package[ \t]+([\w:]+)")), interpreters=("perl",), snake_case=True, text_block=block_patterns.PERL),
    Language("elixir", (".ex", ".exs"), (build_rule("function", r"def(?:p|macro|macrop|guard|delegate)?[ \t]+([a-z_]\w*[?!]?)"), build_rule("module", r"defmodule[ \t]+([\w.]+)")), snake_case=True, text_block=block_patterns.ELIXIR, body_words=(" do",)),
    Language("erlang", (".erl", ".hrl"), (build_rule("function", r"\n([a-z]\w*)\([^\n]*->", None), build_rule("macro", r"-define\((\w+)"), build_rule("record", r"-record\((\w+)")), snake_case=True),
    Language("haskell", (".hs",), (build_rule("function", r"\n([a-z]\w*'*)[ \t]+::", None), build_rule("type", r"\n(?:data|newtype|type|class)[ \t]+(?:[^\n=]*=>[ \t]*)?([A-Z]\w*)", None)), text_block=block_patterns.HASKELL, open_ends=(b"::", b"=>", b"->")),
    Language("ocaml", (".ml", ".mli"), (build_rule("function", r"\nlet[ \t]+(?:rec[ \t]+)?([a-z_]\w*)", None), build_rule("type", r"\n[ \t]*type[ \t]+(?:'\w+[ \t]+)?([a-z_]\w*)", None), build_rule("module", r"module[ \t]+(?:type[ \t]+)?([A-Z]\w*)"), build_rule("function", r"\n[ \t]*val[ \t]+([a-z_]\w*)", None)), text_block=block_patterns.OCAML),
    Language("dart", (".dart",), (build_rule("class", r"class[ \t]+(\w+)", "abstract sealed base final mixin interface"), build_rule("enum", r"enum[ \t]+(\w+)"), build_rule("extension", r"extension[ \t]+(\w+)"), build_rule("class", r"mixin[ \t]+(\w+)", "base"), build_rule("method", r"\n(?:  )?[A-Za-z_][\w<>?, ]*[ \t](\w+)\([^;\n]*\)[^;\n]*\{", None)), not_names=_CONTROL),
    Language("zig", (".zig",), (build_rule("function", r"fn[ \t]+(\w+)", "pub export inline extern"), build_rule("constant", r"\n(?:pub[ \t]+)?const[ \t]+(\w+)[ \t]*=", None)), public_words=frozenset(["pub"])),
    Language("julia", (".jl",), (build_rule("function", r"function[ \t]+([\w.!]+)"), build_rule("struct", r"struct[ \t]+(\w+)", "mutable"), build_rule("module", r"module[ \t]+(\w+)"), build_rule("macro", r"macro[ \t]+(\w+)")), text_block=block_patterns.JULIA),
    Language("r", (".r", ".R"), (build_rule("function", r"\n([\w.]+)[ \t]*<-[ \t]*function", None),)),
    Language("clojure", (".clj", ".cljs", ".cljc", ".edn"), (build_rule("function", r"\(def(?:n-?|macro|multi|protocol|record|type|once)?[ \t]+(?:\^\S+[ \t]+)?([\w*+!?<>=/.-]+)"),), text_block=block_patterns.CLOJURE, head=block_patterns.CLOJURE_HEAD),
    Language("groovy", (".groovy", ".gradle"), (build_rule("class", r"class[ \t]+(\w+)", _JVM_BEFORE), build_rule("method", r"def[ \t]+(\w+)[ \t]*\(", _JVM_BEFORE))),
    Language("powershell", (".ps1", ".psm1"), (build_rule("function", r"\n[ \t]*(?i:function)[ \t]+([\w-]+)", None),), text_block=block_patterns.POWERSHELL),
    Language("protobuf", (".proto",), (build_rule("message", r"message[ \t]+(\w+)"), build_rule("service", r"service[ \t]+(\w+)"), build_rule("method", r"rpc[ \t]+(\w+)"), build_rule("enum", r"enum[ \t]+(\w+)"))),
    Language("graphql", (".graphql", ".gql"), (build_rule("type", r"\n(?:type|input|interface|enum|union|scalar)[ \t]+(\w+)", None),)),
    Language("terraform", (".tf", ".hcl"), (build_rule("resource", r"\n(?:resource|data|module|variable|output)[ \t]+((?:\"[\w-]+\"[ \t]*)+)", None),), snake_case=True),
    Language("make", (".mk", ".mak"), (build_rule("target", r"\n([A-Za-z_][\w.-]*)[ \t]*:(?!=)", None),), names=("Makefile", "GNUmakefile", "makefile"), snake_case=True),
    Language("cmake", (".cmake",), (build_rule("function", r"\n[ \t]*(?i:function|macro)[ \t]*\([ \t]*(\w+)", None), build_rule("target", r"\n[ \t]*(?i:add_executable|add_library)[ \t]*\([ \t]*([\w-]+)", None)), names=("CMakeLists.txt",)),
    Language("html", (".html", ".htm", ".jinja", ".j2", ".erb", ".twig", ".hbs", ".ejs"), ()),
    Language("css", (".css", ".scss", ".sass", ".less", ".styl"), (), snake_case=True),
    Language("assembly", (".s", ".S", ".asm"), (build_rule("label", r"\n([A-Za-z_]\w*):", None),), snake_case=True),
    Language("docker", (".dockerfile",), (), names=("Dockerfile", "Containerfile"), snake_case=True),
    Language("restructuredtext", (".rst",), (build_rule("heading", r"\n([^\n]{3,100})\n(?:={3,}|-{3,}|~{3,})\r?\n", None),), code=False),
    Language("text", (".txt", ".adoc", ".asciidoc", ".org"), (), code=False),
    Language("config", (".toml", ".yaml", ".yml", ".json", ".jsonc", ".json5", ".ini", ".cfg", ".conf", ".properties", ".xml", ".gradle.kts", ".env", ".plist"), (), code=False),
)  # fmt: skip

BY_NAME: Final[dict[str, Language]] = {language.name: language for language in LANGUAGES}
_BY_EXTENSION: Final[dict[str, Language]] = {}
_BY_FILE: Final[dict[str, Language]] = {}
for _language in LANGUAGES:
    _BY_EXTENSION.update(dict.fromkeys(_language.extensions, _language))
    _BY_FILE.update(dict.fromkeys(_language.names, _language))


def language_of(path: str, head: bytes = b"") -> Language | None:
    """The language of a file by its name or, when it has no extension and `head` is given, by its `#!` line."""
    base = path[path.rfind("/") + 1 :]
    dot = base.rfind(".")
    if dot > 0:
        extension = base[dot:]
        return _BY_EXTENSION.get(extension) or _BY_EXTENSION.get(extension.lower())
    language = _BY_FILE.get(base)
    if language is None and head.startswith(b"#!"):
        return _interpreted(head)
    return language


def _interpreted(head: bytes) -> Language | None:
    """The language of a script by the interpreter in its first line: `#!/usr/bin/env python3.11`."""
    line = head[2:].partition(b"\n")[0].decode("ascii", "replace")
    for word in line.split()[:3]:
        program = word.rsplit("/", 1)[-1]
        programs = {program, program.rstrip("0123456789.")}
        for language in LANGUAGES:
            if not programs.isdisjoint(language.interpreters):
                return language
    return None


_CPP_WORDS: Final = late_pattern(
    rb"\n[ \t]*(?:template[ \t]*<|namespace[ \t]+\w+[^;\n]*\{|class[ \t]+\w+[^;\n]*\{|(?:public|private|protected):)"
)


def language_in(path: str, data: bytes) -> Language | None:
    """The language of a file whose content is known: a header named `.h` with words that only C++ has is C++."""
    language = language_of(path, data[:200])
    if language is not None and language.name == "c" and path.endswith(".h") and _CPP_WORDS.search(data):
        return BY_NAME["cpp"]
    return language
