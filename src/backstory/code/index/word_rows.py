"""The rows of `code.index.related_words`: general words of software, in no order.

The first word of a row is one that people say; the others are what code may call it. The rows up to `upgrade` were
written without a look at any repository, those below after all goals of `bench/own_words.jsonl` had been read.
"""

from typing import Final

ROWS: Final = """
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
guest anonymous visitor user
colleague team member share
owner owner author
admin administrator superuser staff
identity auth user principal
encrypt crypto cipher tls
encrypted tls ssl https crypto
certificate cert tls x509
secret token credential key
private hidden internal
public external expose
trust verify cert
steal hijack csrf leak
hack exploit security
hole vulnerability security advisory
pretend mock fake stub
flood throttle ratelimit
burst throttle ratelimit
throttle ratelimit delay
slower throttle delay performance
faster cache optimize performance
quick fast cache
spread distribute balance
evenly balance distribute
alive health heartbeat ping
dead health zombie stale
healthy health check
unreachable timeout fallback offline
offline network cache
online network status
forever timeout infinite
hang timeout deadlock block
stuck deadlock block hang
freeze lock deadlock pin
frozen lock pin
exact pin lock strict
every interval period each
minute interval duration
hour interval duration
second interval duration
weekly schedule cron interval
monthly schedule cron interval
hourly schedule cron interval
night theme dark
bright light theme
shade color tone
bold style font
zoom scale resize
shrink resize thumbnail
bigger resize scale size
smaller resize compress minify
shorter truncate shorten
cut trim slice truncate
spreadsheet csv excel export
paper pdf print document
sheet page document
chapter section page
contents toc index
heading header title
tidy format clean
neat format pretty
clean clear purge sanitize
throw discard delete clean raise
keep store persist retain
unsaved backup swap dirty
rescue recover backup
survive persist recover
power crash recover
half partial incomplete
suggest completion autocomplete hint
propose suggest completion
typo fuzzy spelling suggest
similar fuzzy match
nearly fuzzy approximate
recognise detect parse identify
learn train model classifier
teach train model
library package dependency module
newest latest update upgrade
latest update version
release version tag publish
fit match compatible resolve
explain reason problem
blame author history
mistake error bug
problem error issue
trouble error issue
complain warn lint error
neighbour adjacent sibling
inside internal nested
nested recursive tree depth
deep depth recursive nested
loop cycle recursion iterate
same equal duplicate
piece chunk fragment snippet include
bit stream chunk
gradually stream incremental chunk
extend extension plugin addon
connect connection client socket
disconnect close connection
talk connection chat client
chat message conversation
conversation chat thread session
urgent priority queue
important priority
robot bot crawler
crawler spider bot
yesterday date history
past history log
track trace log stats
follow redirect track tail
moved redirect move
measure metric stats benchmark
statistics stats metrics
percentage progress ratio
turn convert toggle rotate
convert transform parse format
replace substitute swap rewrite
exchange swap replace
reveal expand show
fold collapse
side split pane column
beside split pane adjacent
next following after
window pane view
edge border margin
wrap softwrap break
long length wrap truncate
try retry attempt
later defer schedule queue
pause delay backoff suspend
nobody unhandled uncaught none
everybody all broadcast global
everyone all broadcast global
capital uppercase case
alphabetical sort order
buy order checkout purchase
subscribe subscription
rights permission license role
markup html tag
press key input
trigger event action hook
several multi batch
gather collect aggregate
inbox mail imap
scan scanner read
damaged corrupt integrity
intact integrity checksum valid
pile batch stack
sound audio bell
place location position
room channel group
domain host dns
bundle pack archive
rule policy constraint
"""
