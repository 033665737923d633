"""Words of one field of meaning about systems: processes, files, machines. `base.related_words` reads them."""

SYSTEM_GROUPS = """
misspelt misspelled typo spelling mistyped wrong unknown ; typo misspelt mistyped unknown ; yubikey hardware key token
pin gpg signing ; hardware yubikey token smartcard ; key yubikey gpg pin signing ; gpg signing signature sign key pin
; blink pin touch waits prompt ; disk full enospc tmpfs partition tmpdir tmp ; device disk mount phone machine ; mount
mounts mounted volume volumes path symlink ; boot boots booting start starts startup launch ; vanish expire expires
expiry delete deleted prune remove purge ; disappear vanish expire deleted removed ; expire expires expiry ttl age
vanish stale prune ; prune expire delete cleanup oldest retention ; retention prune expire days keep oldest ; age
expiry ttl days old ; moved rename renames renamed move ; rename moved move path ; interrupted resume resumes resumed
range partial truncated half-finished ; resume resumed range continue interrupted partial ; continue resume resumed
range ; download range resume fetch ; announce announces announced header declare declared content-length ; upfront
front before early beforehand ; refuse refused 413 limit deny ; wait waits hang hangs blocked until ; hang hangs hung
stuck freeze blocks waits deadlock ; freeze frozen hang stuck ; suite tests run green ; warn warns warning notice log
stderr ; notice notices warn warns stderr ; noise noisy warn repeated verbose ; once first only repeat repeats ; print
printed prints log output stderr stdout ; unreachable offline down retry network outage reject rejects ; down outage
unreachable failover ; outage incident down failover provider ; failover outage vip standby maintenance ; retry again
attempt rerun ; trailing end ending last newline ; whitespace blank blanks newline space trim trimspace ; newline
trailing line-ending crlf eol ; crlf newline line-ending windows ; maximum cap limit default bound ; cap limit maximum
bound ceiling ; nested sub child inner subtree ; instance instances nested sub copy object ; override overrides
overwrite replace precedence wins ; overwrite overwrites override clobber replace ; precedence order priority wins
first override ; wins beats precedence preferred ; impatient timeout deadline short seconds ; patience timeout
deadline wait ; graceful grace sigterm shutdown ; kill kills sigkill sigterm terminate stop grace ; terminate kill
sigterm exit ; orphan orphans reparented subreaper daemonised ; interrupt interrupts ctrl-c sigint signal keyboard ;
signal sigint sigterm ctrl-c interrupt kill ; keyboard ctrl-c interrupt sigint ; terminal tty ctrl-c pty foreground ;
ansi escape colour color codes styled ; escape escapes ansi codes styled ; width columns cell pad truncate ; microsoft
windows win32 job ; windows win32 microsoft msvc ; apple ios iphone safari macos ; iphone ios apple phone safari ;
phone phones mobile ios android iphone ; mac macos darwin apple ; linux kernel glibc distribution ; distro
distribution debian rhel ubuntu kernel ; kernel rhel distribution version ; operating os kernel rhel distribution ; os
kernel rhel distribution ; debian distribution packager package ; packager packagers distribution debian vendor ;
server box host machine runner ; box machine host vm laptop server ; machine box vm laptop runner devcontainer ;
laptop box machine devcontainer ; vm machine box devcontainer ; runner runners ci machine box ; nightly night cron
batch import ; batch nightly import job load bulk ; oncall on-call pager night override ; pager oncall alert page ;
ops oncall cluster operations ; cluster clusters ops ; upstream maintainers fork patch ; maintainer maintainers
upstream packager owner ; fork upstream patch ; legal privacy names consent compliance ; privacy personal legal gdpr
names consent ; personal private names patient privacy gdpr ; audit security compliance review ; security audit review
vulnerability cve ; approve approves approval review sign-off ok ; third-party dependency dependencies package crate
vendor ; third dependency dependencies package ; library libraries dependency package crate module ; crate crates
dependency vendor package ; gem dependency package ; tool binary executable command cli process ; command binary
process subprocess child shell ; commandline binary process subprocess shell ; subprocess process child spawn shell
binary ; spawn process child subprocess fork ; process child subprocess binary shell ; executable binary process ;
builtin native standard stdlib ; handwritten manual own hand ; sequentially serial one-by-one order ; simultaneously
parallel concurrent at-once race ; concurrently parallel race simultaneous ; slower slow overhead latency ms ; slow
overhead latency ms measured ; overhead cost latency measured ms ; cheap cost overhead light ; cheaper cheap cost less
; expensive overhead measured ; blame fault cause reason ; culprit cause fault reason ; newest latest recent last ;
oldest old first earliest ; discard discarded drop dropped throw rejected ; throw throws raise exception drop ;
allowance quota budget limit counts ; quota allowance limit budget ; accidental mistake unintended wrong ; null nil
none undefined empty ; nil null none empty ; preset default ; default opt-in opt-out on off preset ; on-by-default
default opt-in ; replacement replace swap substitute ; swap replace replaced exchange rotate ; rotate rotation rotated
swap renew ; exchange swap replace rotate ; shallow depth clone partial history ; history shallow depth past log ;
clone clones checkout shallow depth ; squeeze compress compression gzip deflate ; deflate gzip compress zlib ; brotli
br compressed encoding gzip ; zst zstd zstandard ; encoding gzip br brotli charset ; caller callers consumer
downstream exit ; returns return exit status code ; exit status code return ; watcher watch fsnotify inotify poll ;
watch fsnotify watcher inotify ; iterate loop repeat each ; delay wait sleep backoff seconds ; flood burst many
hundreds requests ; burst flood peak rate ; buffer buffered queue chunk ; flush flushes send drain ; drain flush empty
consume ; lose loses lost dropped missing ; lost lose dropped missing ; durable survive persist crash ; reliable
reliably flaky stable count ; flaky unreliable sometimes random ; logged log logs message exception ; logs log logged
message ; exception exceptions error message throw ; wording message text phrase reword ; phrase reword message
wording text ; reword wording message contract prefix ; thumbnail thumbnails thumb preview ; picture pictures photo
image ; impose limit require ; demand demands require insist ; insist insists demand requires ; release released
version publish ship ; finished done ready deadline due ; deadline due until friday monday thursday ; due until
deadline monday friday ; measure measured benchmark numbers cost ; numbers figures measured status codes ; binaries
binary fixtures files generated ; generated binary tmpdir fixture ; redundant twice duplicate double ; twice double
duplicate again both ; shipped bundled included packaged ; browsers chrome safari firefox ; toolchain compiler version
go rust ; compiler gcc clang toolchain cgo ; cgo gcc compiler race ; proxy vpn firewall blocked ; vpn proxy offline ;
firewall proxy blocked ; suspended paused waiting ; tempdir tmpdir tmp mktmpdir temporary ; temporary tmp tmpdir
mktmpdir ; copies copy cached stored ; duplicate copies share shared same ; share shared same hash ; impossible cannot
unsupported ; unsupported refused error yet ; credentials secret password token ; passphrase password pin ; login auth
authorization signin ; authorization auth header token 401 ; unauthorized 401 403 auth ; forbidden 403 not-allowed ;
throttled 429 rate retry-after ; unavailable 503 down retry ; conflict 409 version ; pod pods container kubernetes
cluster ; patient patients personal names privacy ; windows win32 crlf bom msvc ;
""".replace("\n", " ")
"""Groups, separated by `;`."""
