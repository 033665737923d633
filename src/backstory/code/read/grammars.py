"""What a definition, a call and a wrapper are called in each tree-sitter grammar. Data only; `symbols` walks with it."""

from typing import Final, NamedTuple


class Grammar(NamedTuple):
    definitions: dict[str, str]
    """Node type -> kind of symbol."""
    wrappers: frozenset[str] = frozenset()
    """Nodes around a definition that belong to its text: decorators, `export`, `template <...>`."""
    calls: frozenset[str] = frozenset()
    inner: frozenset[str] = frozenset()
    """Definitions whose inside is not searched for more: the bodies of functions."""


def _grammar(definitions: str, wrappers: str = "", calls: str = "", inner: str = "") -> Grammar:
    pairs = (word.split(":") for word in definitions.split())
    return Grammar(
        {node: kind for node, kind in pairs},  # noqa: C416 - a pair, and mypy wants to see it
        frozenset(wrappers.split()), frozenset(calls.split()), frozenset(inner.split()),
    )  # fmt: skip


_JS: Final = (
    "class_declaration:class abstract_class_declaration:class function_declaration:function"
    " generator_function_declaration:function method_definition:method variable_declarator:variable"
    " public_field_definition:field field_definition:field assignment_expression:method"
)
_TS: Final = (
    _JS + " interface_declaration:interface type_alias_declaration:type enum_declaration:enum internal_module:namespace"
    " module:namespace function_signature:function method_signature:method abstract_method_signature:method"
)
_JS_INNER: Final = (
    "function_declaration generator_function_declaration method_definition variable_declarator assignment_expression"
)
_C: Final = (
    "function_definition:function struct_specifier:struct union_specifier:union enum_specifier:enum "
    "type_definition:type"
    " preproc_def:macro preproc_function_def:macro"
)

GRAMMARS: Final[dict[str, Grammar]] = {
    "python": _grammar("class_definition:class function_definition:function assignment:variable", "decorated_definition expression_statement", "call", "assignment"),
    "javascript": _grammar(_JS, "export_statement lexical_declaration variable_declaration expression_statement", "call_expression "
        "new_expression", _JS_INNER),
    "typescript": _grammar(_TS, "export_statement lexical_declaration variable_declaration "
                                "ambient_declaration expression_statement", "call_expression new_expression", _JS_INNER),
    "go": _grammar("function_declaration:function method_declaration:method type_spec:type type_alias:type "
                   "const_spec:constant var_spec:variable",
                   "type_declaration", "call_expression", "function_declaration method_declaration"),
    "rust": _grammar("function_item:function function_signature_item:function struct_item:struct enum_item:enum "
                     "union_item:union trait_item:trait"
                     " impl_item:impl mod_item:module const_item:constant static_item:constant type_item:type "
                     "macro_definition:macro",
                     "", "call_expression macro_invocation", "function_item"),
    "java": _grammar("class_declaration:class interface_declaration:interface enum_declaration:enum "
                     "record_declaration:class"
                     " annotation_type_declaration:interface method_declaration:method "
                     "constructor_declaration:method field_declaration:field",
                     "", "method_invocation object_creation_expression", "method_declaration constructor_declaration"),
    "c": _grammar(_C, "", "call_expression", "function_definition"),
    "cpp": _grammar(_C + " class_specifier:class namespace_definition:namespace alias_declaration:type "
                         "concept_definition:concept",
                    "template_declaration", "call_expression new_expression", "function_definition"),
    "php": _grammar("class_declaration:class interface_declaration:interface trait_declaration:trait "
                    "enum_declaration:enum"
                    " function_definition:function method_declaration:method const_element:constant "
                    "property_declaration:field",
                    "const_declaration", "function_call_expression member_call_expression "
                                         "scoped_call_expression object_creation_expression",
                    "function_definition method_declaration"),
    "ruby": _grammar("class:class module:module method:method singleton_method:method "
                     "assignment:constant", "", "call", "method singleton_method assignment"),
    "csharp": _grammar("namespace_declaration:namespace class_declaration:class interface_declaration:interface "
                       "struct_declaration:struct"
                       " enum_declaration:enum record_declaration:class delegate_declaration:type "
                       "method_declaration:method"
                       " constructor_declaration:method property_declaration:property field_declaration:field",
                       "", "invocation_expression object_creation_expression", "method_declaration "
                           "constructor_declaration"),
    "kotlin": _grammar("class_declaration:class object_declaration:object companion_object:object "
                       "function_declaration:function"
                       " property_declaration:property type_alias:type", "", "call_expression", "function_declaration property_declaration"),
    "swift": _grammar("class_declaration:class protocol_declaration:interface function_declaration:function "
                      "init_declaration:function"
                      " protocol_function_declaration:function property_declaration:property "
                      "typealias_declaration:type",
                      "", "call_expression", "function_declaration init_declaration property_declaration"),
    "scala": _grammar("class_definition:class object_definition:object trait_definition:trait "
                      "enum_definition:enum function_definition:function"
                      " function_declaration:function val_definition:property var_definition:property "
                      "type_definition:type given_definition:given",
                      "", "call_expression", "function_definition val_definition var_definition"),
    "bash": _grammar("function_definition:function", "", "command", "function_definition"),
    "sql": _grammar("create_table:table create_view:view create_materialized_view:view create_function:function "
                    "create_index:index create_type:type"
                    " create_trigger:trigger create_schema:schema create_sequence:sequence"),
    "markdown": _grammar("section:heading"),
}  # fmt: skip
