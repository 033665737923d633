"""Names of things of the work on a program, and not of what its users see: parts of patterns of `Sentence.plain`."""

from typing import Final

from backstory.capture.text.prose import MASK

_KIND: Final = (
    r"(?:(?:unit|integration|e2e|end-to-end|snapshot|regression|public|private|exported|internal|new|default|merge"
    r"|force"
    r"|magic|global|inline|raw|wildcard|relative|test|customer|user|real|fake|generated|source|static|commit|log"
    r"|error"
    r"|variable|function|file|branch|version|sql|lock|code|direct|hard-coded|single|small|more|further|additional"
    r"|large"
    r"|helper|build|release) )"
)
WORKS: Final = (
    rf"(?:{_KIND}{{0,2}}(?:tests|specs|suites|test cases|test classes|fixtures|snapshots|mocks|stubs|commits|messages"
    r"|subjects|subject lines|titles|branches|prs|pull requests|merge requests|migrations|dependencies|deps|packages"
    r"|libraries|crates|gems|modules|imports|exports|exceptions|logs|lines|log entries|comments|docstrings|todos"
    r"|identifiers|variables|names|functions|methods|classes|types|interfaces|constants|abbreviations|capitals"
    r"|capital letters|emojis?|binaries|blobs|weights|secrets|tokens|passwords|credentials|statements|queries|files"
    r"|goroutines|threads|callbacks|hooks|globals|singletons|helpers|flags|tickets|scopes|prefixes|variables|macros"
    r"|feature flags|env(?:ironment)? vars|bug ?fixes|releases|tags|changes|pushes|managers|factories|decorators"
    r"|annotations|generics|unwraps|casts|asserts|panics|prints|warnings|bodies|data|code|coverage|documentation|docs"
    r"|sql|javadoc|state))"
)
"""Things of the work in general."""
WORK: Final = (
    rf"(?:{_KIND}{{0,2}}(?:test|spec|suite|test case|test class|fixture|snapshot|mock|stub|commit|message|subject"
    r"|subject line|title|branch|branch name|pr|pull request|merge request|migration|dependency|dep|package|library"
    r"|crate|gem|module|import|export|exception|log|line|log line|comment|docstring|todo|identifier|variable|name"
    r"|function|method|class|type|interface|constant|abbreviation|emoji|binary|blob|secret|token|password|statement"
    r"|query|file|goroutine|callback|hook|global|singleton|helper|flag|feature|string|endpoint|module|bug ?fix"
    r"|release"
    r"|tag|change|manager|export|javadoc comment))"
)
"""One thing of the work."""
PATH: Final = (
    rf"(?:{MASK}{{3,}}|`[^`\s]+`|(?:[\w.@-]+/)+[\w.@*-]*|[\w-]+\.(?:[a-z]{{1,5}}\d?)(?=[\s,;:)]|$)|(?:change ?log"
    rf"|readme|licen[sc]e"
    r"|makefile|dockerfile|notice)\b(?: file)?)"
)
"""A file or a folder by its name; code is blotted out."""
HOUSEWORK: Final = (
    r"(?:push(?:ing|es)?|merg(?:ing|es)|tagging|tags|releas(?:ing|es)|publishing|deploy(?:ing|s|ments?)|committing"
    r"|commits|rebasing|squashing|amending|backporting|bumping|version(?:s| bumps?| numbers?)?|pushen|mergen|taggen"
    r"|committen|releases?)"
)
"""What is done with finished work."""
STEWARDED: Final = (
    rf"(?:(?:the |our |all |all the |any |das |die |der |le |la |les |el |los )?(?:(?:file |folder |files )?{PATH}"
    rf"|(?:[\w{MASK}./-]+ ){{0,2}}?"
    rf"(?:{HOUSEWORK}|files?|folders?|director(?:y|ies)|pages?|notes|docs?|documentation|wiki|translations?|config"
    r"|configuration|schema|pipeline|workflows?|change ?log|readme|manual|man page|guide|glossary|fixtures|version"
    rf"|templates?|package|module|lock ?file|datei(?:en)?|ordner|fichiers?|carpeta|archivo)(?: file| folder)?)"
    rf"(?:(?:,| and) (?:the )?(?:{PATH}|{HOUSEWORK}))?)"
)
"""What somebody may look after: a file, a folder, the docs, pushing."""
