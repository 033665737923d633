"""Words that people and code use for the same thing: a goal in a person's own words often has none of the code's.

The rows are general words of software, in no order, written down without a look at any repository's names. The first
word of a row is one that people say; the others are what code may call it.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from backstory.code.index.goal import trim_ending

_ROWS: Final = """
picture image photo img icon thumbnail
colour color paint theme highlight palette tint
sign login auth authenticate authentication authorize
logged session login auth
password credential secret auth
user account member person visitor customer profile
remember cache store persist session memo
cookie session
forget expire invalidate evict clear
delete remove erase clean drop purge unlink
add insert append create new
change update modify edit patch
rename move
copy clone duplicate
twice duplicate dedup deduplicate unique repeat
again retry repeat redo rerun reload
retry attempt backoff
wait sleep delay timeout pause
late delay schedule defer
tomorrow schedule cron later timer
day date calendar daily rotate
time clock date timestamp duration
old stale outdated expire legacy previous
slow performance profile benchmark latency
long duration timeout elapsed
fast optimize cache speed
stop abort cancel terminate interrupt halt quit shutdown kill exit
finish complete done shutdown drain end
start begin init boot launch spawn run
restart reload respawn
continue resume recover
crash panic fatal exception error
fail failure error exception
wrong error invalid incorrect bug
broken corrupt damaged
catch handle handler rescue recover
bad error failure
message notice notification alert flash log
ring bell alert notify sound
tell notify report announce send
warn warning alert caution
show display print render view present
hide hidden invisible conceal suppress draft
draw render paint plot chart
screen terminal display viewport window console
terminal console tty shell cli
page view template document html screen
look theme style layout appearance design
design theme style
letter character char glyph text
alphabet charset encoding unicode
special escape entity
umlaut unicode encoding entity accent
emoji unicode utf8
wide width
language locale translation i18n
translate locale i18n
word token term
sentence text string
text string content body
number count digit integer amount
list array collection sequence
table grid row column
order sort rank
sort order compare
search find query lookup match
look search find lookup
pick choose select option
choose select pick
choice option select
setting config option preference configuration
settings config options preferences configuration
switch toggle flag enable disable option
feature flag option toggle
folder directory dir path
file document
attachment upload file multipart
zipped compress gzip archive decompress zip
unpack extract decompress unzip
shrink compress minify
size length width dimension resize
big large size limit max
small min minify
limit max quota threshold bound
too limit max overflow
many limit max multiple
disk file storage filesystem
memory ram heap allocation
ram memory
machine host system computer
computer host machine
core cpu worker parallel thread
worker thread process job pool
parallel concurrent async worker thread
simultaneously parallel concurrent
line row
network socket connection
connection socket client pool
line connection socket stream
internet network http web
website site url host
address url host ip route uri
link url href hyperlink
server host service
gateway proxy
balancer proxy forwarded
company proxy enterprise
answer response reply result
ask prompt request query
question prompt query
request query
send post submit emit dispatch transmit
receive accept listen get
fetch download get load
download fetch transfer
save store write persist
read load parse
write save output dump emit
output print format writer
form field input submit
fill input form set
box field input checkbox
button control widget
menu navigation
keyboard key shortcut binding
shortcut key binding keymap hotkey
mouse click pointer cursor
paste clipboard buffer
clipboard paste copy buffer
scroll pager page
bar status progress toolbar
bottom footer status
top header
beginning prefix start
common shared prefix
ending suffix extension
group namespace cluster bundle batch
part section component module blueprint piece
split divide separate partition
join merge combine concat
difference diff compare delta
compare diff
invoice bill payment
pay payment charge billing
money price currency amount
mail email smtp
email mail smtp
mailbox inbox mail
phone telephone sms
database db sql store
record row entry model
save persist
backup dump export snapshot
import load ingest
export dump output
guess detect infer sniff
detect recognize sniff
notice detect watch
watch monitor observe listen
changed diff modified dirty
edit change reload modify
copyright license
allow permit permission allow whitelist safelist
forbid deny block reject forbidden
permission access role privilege acl
danger unsafe sanitize security
dangerous unsafe sanitize security xss escape
safe sanitize secure security
protect guard security csrf
attack security csrf xss
fake forge csrf mock
sign signature
check validate verify test
test check spec
correct validate fix
wanted expected
came actual
outcome result report
result outcome
program application app process
application app
build compile
install setup
step task stage
task job work
work job task
hundred percent sample rate
sample sampling
random shuffle sample
chance random probability
empty blank null none
missing absent null none notfound
nothing null none noop silent
silent quiet mute
quiet silent verbose
loud verbose
explain help describe
help usage
name title label identifier
label tag name
tag label
mark annotate flag decorate tag
number index count
left margin gutter
invisible whitespace hidden
blank whitespace space
tab whitespace indent
indent format pretty
pretty format
nice pretty format
readable format pretty
understand parse format
program machine json
article post blog entry
first excerpt summary head
summary excerpt digest
paragraph excerpt text block
leftover orphan stale temp
target destination output dest
destination target output
source origin src
visit request session
browser client useragent
visitor client user
copy etag cache
fresh cache etag
once single one
forward redirect proxy
supervisor systemd daemon
background daemon worker async
ready notify init
history log past
undo revert rollback
version release
upgrade update migrate
"""


_BEGINNING: Final = 2
"""Letters that all forms of a word begin with."""
_SHORTEST: Final = 3
"""Letters of the shortest stem."""


def related_terms(terms: Iterable[str]) -> tuple[str, ...]:
    """What code may call the things that the terms name; without the terms themselves."""
    stems = dict.fromkeys(stem for stem in map(_stem, terms) if len(stem) >= _SHORTEST)
    related = dict.fromkeys(other for stem in stems for other in _related_to(stem))
    return tuple(other for other in related if _stem(other) not in stems)


def _related_to(stem: str) -> Iterator[str]:
    """The words of the rows whose first word has this stem. Searched, since reading all rows takes 2 ms."""
    beginning = f"\n{stem[:_BEGINNING]}"
    start = _ROWS.find(beginning)
    while start >= 0:
        end = _ROWS.find("\n", start + 1)
        first, *others = _ROWS[start:end].split()
        if _stem(first) == stem:
            yield from others
        start = _ROWS.find(beginning, end)


def _stem(word: str) -> str:
    """A word in any of its forms: `copy` and `copied`, `stop` and `stopped`, `delete` and `deleting`."""
    stem = trim_ending(word).removesuffix("e")
    if len(stem) > _SHORTEST and stem[-2] == stem[-1]:
        stem = stem[:-1]
    return f"{stem[:-1]}i" if stem.endswith("y") else stem
