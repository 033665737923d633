"""Words by which a prompt is about software, whatever project it is about."""

_WORDS = """
abstract alias allocate api app argument arguments array assert assertion async atomic attribute attributes await
backend background backport backtrace baseline batch benchmark benchmarks binary boolean branch branches breaking
browser buffer builder bump byte bytes cache cached callback callbacks caller catch changelog checkout ci class
classes cleanup cli client clone cluster codebase column columns comment comments commit commits compile compiler
completion component components concurrency concurrent config configuration connection console const constant
constructor container context coroutine coverage crash crate crates css cursor daemon database dataset deadlock
debugger decorator dependencies dependency deploy deployment deprecate deprecated deprecation deserialize diff
directories docker docstring dropdown encode encoding endpoint endpoints enum environment event events exception
exceptions executable export exported exports expression extension fallback feature fetch field fields filter fixture
fixtures flag flags flaky fork formatter framework frontend generic generics getter git github global goroutine gpu
handler handlers hash header headers heap helper helpers hook hooks html http https identifier implement import
imports index indexes inheritance init initialize inline instance instances integer interface interfaces interpreter
iterator javascript json kernel key keys keyword lambda latency library libraries linter lint linux listener localhost
lock log logger logging logs loop macro main makefile manifest map mapping markdown master mean merge message messages
metadata metrics middleware migrate migration mock mocks module modules mutex namespace network newline newlines node
nodes null object objects offset operator option optional options orm output overflow overload override package
packages padding panic parameter parameters parse parser parsing patch patches payload performance permission
permissions pipeline plugin plugins pointer pointers pool port postgres prefix process processes production profile
profiler promise promises prompt property protocol proxy pull push python query queries queue race readme rebase
recursion recursive redirect redirects redis refactor reference regex regression release renderer repo repository
request requests response responses retries retry return rollback route router routes row rows runtime rust schema
schemas scope script scripts sdk semaphore serialize serializer server servers session sessions setter shell signature
singleton slice socket sockets spec specification sql squash stack stacktrace stage staging state static stderr stdin
stdout stream streaming streams struct structs stub subclass subcommand submodule subprocess suite symbol sync syntax
table tables tag tags template templates terminal test tests thread threads throughput throw throws timeout timeouts
timestamp token tokens toolchain trace traceback transaction trait tuple type typescript types typing unicode unit
upstream url urls utf utils validate validation validator variable variables vector version versions view views
webhook whitespace widget windows wrapper yaml
"""
_COMMON = """
bug bugs build built class code command commands debug default definitely delete doc docs documentation edit error
errors fail failed failing fails fix fixed fixes fixing function functions implement implementation implemented
issue issues line lines method module object option output parse refactor remove result returns run running source
string test tested testing tests update value values variable file files
"""
SOFTWARE = frozenset(f"{_WORDS} {_COMMON}".split())
"""Words in lower case."""
