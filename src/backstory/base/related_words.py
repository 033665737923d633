"""Words of one field of meaning, in English: a word of a prompt may stand for any other of its group.

The groups are wider than those of `base.synonyms`. A single such match proves nothing; several words of a prompt that
meet in one passage do. The text is searched as it stands, and only for prompts whose own words lead nowhere.
"""

from backstory.base.related_system_words import SYSTEM_GROUPS
from backstory.base.synonyms import list_forms

_GROUPS = (
    """
; signin login logon auth authentication authenticate authenticated oauth oidc sso saml session credentials identity
account jwt token ; signout logout session expire ; signup register registration onboarding invite join account ;
password passphrase passwd credential pin secret hash bcrypt reset ; secret secrets credential credentials key keys
token tokens password passwords leaked leak vault env ; mfa 2fa totp otp verification code sms authenticator ;
permission permissions role roles rights access acl policy grant privilege allowed forbidden admin rbac authorization
; user users person people member visitor customer client account subscriber ; admin administrator owner superuser
root operator staff manager ; team colleague coworker teammate group staff people crew ; visitor visitors guest guests
customer tourist traveller client attendee ; boss manager lead owner stakeholder ; contributor author maintainer
committer reviewer outsider community external ; vendor provider supplier company brand partner third-party service ;
student pupil learner teacher course class lesson ; doctor patient clinic medical health ; payment payments pay paid
checkout billing bill charge card stripe paypal transaction purchase ; invoice bill receipt billing statement payment
due ; receipt slip bill printout invoice ; refund chargeback reimburse money return cancellation ; price prices
pricing cost costs fee amount rate charge total expensive ; discount coupon voucher reduction rebate promo deal
percent ; tip tips gratuity service ; tax vat duty rate gross net ; deposit advance prepayment downpayment upfront
half ; total sum amount balance subtotal ; subscription plan tier membership premium trial recurring ; currency euro
dollar money cents amount rounding ; budget cost spending limit money ; cart basket order checkout items ; order
orders purchase cart tab ; product products item goods article catalogue sku ; stock inventory warehouse quantity
available ; shipping delivery shipment carrier parcel courier ; shop store storefront marketplace seller merchant ;
booking bookings reservation reservations appointment stay slot reserve ; room rooms apartment cottage accommodation
unit bed ; arrival arrive arriving checkin coming ; departure leave leaving checkout left gone ; calendar schedule
timetable agenda timeline dates planner ; occupancy capacity full availability free slots ; restaurant kitchen menu
waiter table meal dish drink food ; recipe dish meal cooking food ingredient ; food meal dish eat eating diet
nutrition ; spouse partner wife husband girlfriend boyfriend household family ; mail email emails e-mail smtp inbox
mailbox message newsletter sendgrid ; notification notifications alert push reminder toast badge message ; newsletter
mailing subscription campaign subscriber ; message messages chat conversation thread text dm inbox ; chat conversation
bot messenger dialogue thread talk ; comment comments reply thread feedback note ; feedback review criticism rating
opinion survey comments ; contact contacts address phone email ; spam bot captcha abuse junk ; webhook callback event
hook notification endpoint ; call phone ring voice video meeting ; upload uploads file attachment attach multipart
import image media ; download fetch export save file ; file files document documents attachment doc path ; folder
directory dir path location place ; attachment file upload document pdf ; image images picture pictures photo photos
graphic asset png jpg jpeg svg icon avatar thumbnail bitmap ; icon icons glyph symbol svg pictogram logo ; logo brand
wordmark icon emblem ; video clip movie film stream player footage ; movie movies film films cinema show series title
; audio sound music voice speech volume mp3 wav microphone ; pdf document print export report ; spreadsheet excel csv
sheet table ; archive zip tar compress backup bundle ; backup snapshot copy restore dump recovery ; trash bin recycle
delete removed ; size big large limit bytes megabytes mb maximum ; path location folder directory url route ; link url
href address anchor hyperlink ; name names title label identifier called rename naming ; identifier id uuid key number
reference slug ; number numbers digit digits numeric count integer figure ; version release tag number semver ; format
layout pattern structure shape schema ; storage store persist persistence persisted save saved disk localstorage
asyncstorage sqlite keep survive ; save saved store stored persist write keep remember ; remember persist keep saved
restore preserve retain survive ; favourite favorite favourites favorites bookmark bookmarks watchlist wishlist saved
starred liked ; database db sql sqlite postgres postgresql mysql mongo mongodb store schema table ; table tables
schema column row relation entity ; column columns field attribute width ; field fields column attribute property
input ; record records row entry entries item document ; query queries sql select search lookup ; migration migrate
schema alter upgrade ; seed seeds fixture fixtures sample demo dummy mock data ; sample example demo dummy fixture
placeholder ; index indexing indexer lookup search ingestion ; ingestion ingest import load pipeline indexing ;
transaction atomic commit rollback consistency ; consistency inconsistent inconsistency sync mismatch out-of-sync
wrong drift ; duplicate duplicates duplicated duplication twice double redundant copied repeated dry dedupe ; cache
cached caching memo redis ttl stale invalidate ; stale outdated old expired obsolete fresh ; ttl lifetime expiry
expire expires duration long ; search searching find filter query lookup retrieval retriever elasticsearch elastic ;
filter filters filtering criteria search narrow conditions ; sort sorting order ordering rank ranking ; pagination
paging page pages infinite scroll cursor ; vector embedding embeddings similarity semantic rag retrieval ; slow
slowness sluggish lag laggy latency performance speed perf bottleneck takes long ; fast speed quick performance
optimize optimise faster ; performance speed slow latency throughput benchmark profiling optimization ; memory ram
heap leak oom footprint ; leak leaks leaking retained unclosed handle open ; handle handles socket connection
descriptor open ; cpu processor load cores usage ; crash crashes crashed panic exception segfault abort dies died
killed error fatal ; error errors exception failure failed problem issue bug traceback wrong ; exception throw raise
error thrown caught ; fail fails failed failing failure broken red error ; broken break breaks broke failing bug wrong
corrupt ; bug bugs defect issue problem regression glitch error ; hang hangs stuck freeze frozen deadlock unresponsive
blocked timeout ; timeout timeouts wait waiting deadline slow expired ; retry retries again backoff attempt reconnect
resend ; connection connect connectivity network socket offline disconnect link ; offline disconnected network
connection unreachable down ; outage down downtime unavailable incident ; log logs logging output trace console stdout
; output outputs print printed stdout terminal log result ; noisy verbose spam clutter chatty warnings ; verbose debug
trace detailed noisy ; warning warnings deprecation notice caution ; debug debugging breakpoint inspect trace ;
monitor monitoring metrics telemetry alert observability health ; metric metrics statistics analytics tracking numbers
; analytics tracking telemetry events usage statistics ; traffic requests load visitors ; request requests call http
fetch api query ; outgoing outbound request requests sent ; incoming inbound request received ; response reply answer
result returned payload ; payload body data json response message ; endpoint api route url path service ; api rest
endpoint interface graphql backend ; backend server api service ; server backend host service machine daemon ; client
frontend app browser consumer ; frontend client ui web browser react ; header headers http metadata bearer ; bearer
authorization header token ; cors origin cross-origin browser blocked ; proxy gateway nginx reverse forward ; nginx
proxy server webserver ; port ports localhost address listen ; dns domain hostname nameserver record ; certificate tls
ssl https cert ; websocket socket realtime live stream push ; realtime live streaming push instant updates ; stream
streaming live pipe flow async iterator ; interceptor middleware hook wrapper client ; rate throttle throttling limit
quota 429 ; limit limits maximum max cap quota threshold bound at-most ; maximum most highest upper limit cap ;
minimum least lowest lower ; cloud aws azure gcp hosted vercel heroku remote ; hosted hosting host deployed vercel
cloud online published ; online hosted web deployed internet ; local locally localhost machine offline ; docker
container containers image compose kubernetes k8s pod ; kubernetes k8s cluster pod helm container ; infrastructure
infra terraform cloud servers ; screen screens page pages view views window display ; page pages screen view site
route ; view views screen page display component ; window dialog screen frame popup ; homepage home landing start
dashboard main ; dashboard overview home start landing panel ; overview list index summary table dashboard ; list
lists index table overview collection ; detail details info page information ; button buttons control cta press click
; control controls button widget input ; menu navigation nav navbar sidebar tab tabs bar ; footer bottom bar tab
tabbar ; header top heading title toolbar bar ; heading headline header title caption h1 ; navigation navigate
navigator route router menu link back ; sidebar drawer panel menu left ; modal dialog popup overlay confirm
confirmation prompt ; confirm confirmation dialog sure ask prompt acknowledge ; prompt prompts ask confirmation dialog
question ; tooltip hint popover hover ; dropdown select menu picker combobox options ; picker select chooser dropdown
calendar ; form forms input fields submit validation ; input inputs field textbox form typed ; checkbox toggle switch
tick ; toggle switch checkbox flag on off ; switch toggle flag option change ; widget widgets component components
element control ; component components widget element part module ; reusable shared common generic ; shared common
reusable global ; card cards tile box panel ; grid columns layout tiles ; layout arrangement structure design grid
placement ; arrangement layout option alternative order ; design style look appearance ui ux mockup ; style styles css
styling look theme ; theme dark light colors palette scheme ; colour colours color colors palette hue tint shade theme
hex red green blue ; palette colors colours scheme theme primary secondary ; red crimson scarlet ; dark black night
theme ; white bright light blank ; transparent transparency opacity alpha translucent ; blur blurred blurry fuzzy
glass ; background backdrop behind fill ; border outline edge frame stroke ; edge border boundary corner side margin ;
spacing gap margin padding distance space ; gap space distance spacing hole ; squashed squeezed collapsed narrow
shrunk crushed tiny ; collapsed collapse folded closed details expand ; stretched stretch wide spread letterspacing ;
font fonts typeface typefaces typography lettering serif ; text label string copy wording content ; label caption text
title name ; size sizes large big small width height px fontsize ; large big huge size ; width wide column narrow ;
wide width broad ; responsive mobile tablet desktop breakpoint devices ; device devices phone tablet mobile desktop ;
phone mobile smartphone iphone android device ; mobile phone ios android app native ; tablet ipad touch device ;
desktop pc computer laptop ; keyboard key keys shortcut typing ; mouse click cursor pointer drag ; drag dragging drop
move resize ; resize stretch scale drag grow ; gesture swipe tap touch pinch ; scroll scrolling scrolled overflow jump
; jump jumps jumped shift jitter flicker snap moved ; flicker flickering blink blinking flash flashing jitter ; flash
flicker blink white ; animation animate transition motion fade ; empty blank none nothing zero missing ; blank empty
white nothing ; hidden hide invisible disappear gone visible ; visible shown show displayed appears ; disappear
disappears vanish gone missing hidden lost ; missing absent lost gone not-found none ; loading spinner skeleton loader
wait hydrate hydration ; launch start startup open boot first ; startup start launch boot init ; boot start startup
launch run ; preview demo see view mock ; chart charts plot graph diagram visualization ; plot plots chart graph
figure ; cell grid box square coordinate ; accessibility a11y aria screenreader contrast ; toolkit library framework
kit components ; framework library toolkit stack ; library package dependency module framework lib ; package packages
dependency library module bundle ; dependency dependencies deps packages libraries modules requirements ; module
modules package import library ; import imports module require load ; stack technology framework tools ; tool tools
utility helper program ; utility util helper tool function ; helper helpers util utility function shared ; function
method routine procedure func ; plugin extension addon integration ; extension plugin addon vscode vsix editor ;
editor ide vscode cursor ; notebook jupyter ipython colab ; template templates boilerplate skeleton scaffold ;
scaffold skeleton generate template ; test tests testing spec specs suite check checks e2e unit ; check checks verify
verified test validation validate ; verify verified validated check confirm ensure ; coverage covered percent tested
exercised ; flaky unstable intermittent nondeterministic non-deterministic random sometimes unreliable sporadic ;
random nondeterministic unpredictable chance ; deterministic stable predictable same ; assertion assert expect
expected check ; mock mocks stub fake dummy simulated ; browser browsers playwright selenium puppeteer chrome e2e web
; automated automation automatic automatically auto ci ; automatically automatic auto ci workflow trigger ; repair fix
autofix heal healing correct ; ci pipeline workflow actions github build automated ; pipeline pipelines workflow ci
process graph ; workflow workflows process pipeline ci action ; build compile compilation bundle make ; compile build
compiler compilation ; deploy deployment release ship production rollout publish ; release released publish ship
version tag ; production prod live ; staging preview test dev environment ; environment env staging production dev ;
marker tag label badge sign ; lint linter eslint ruff formatter style static analysis ; analysis analyse analyze lint
static check ; format formatter formatting prettier style ; type types typed typing typescript interface ; untyped any
types typed ; refactor refactoring cleanup restructure rewrite extract ; extract pulled separate move helper ; cleanup
clean tidy remove organize ; organize organise structure order tidy folders ; deprecated obsolete legacy old removed ;
git commit branch repository repo version ; repository repo repos codebase project git ; branch branches git checkout
; commit commits git history change ; history log commits past ; merge merging conflict combine pr ; conflict
conflicts merge clash collision ambiguous ; collision clash conflict same identical ; pr pull request merge review
contribution ; contribution pr pull contributor patch fork ; fork forked copy clone contributor ; review reviewed
feedback audit inspect ; worktree checkout workdir tree ; push pushed upload remote publish ; rebase history rewrite
squash ; undo revert rollback back unset reset restore ; remove removed delete deleted drop dropped strip eliminate
throw ; delete deleted remove removed erase clear purge ; clear reset wipe empty ; reset clear restart default ; block
blocked reject rejected refused denied prevent forbidden ; refused denied rejected 401 403 405 forbidden blocked ;
forbid forbidden ban never not-allowed prohibited ; private closed internal hidden proprietary ; public open oss
opensource everyone ; outsider outsiders external others community public ; license licence legal mit ; legal law
lawyer compliance gdpr terms ; privacy personal gdpr data private ; personal private own owner ; security secure
vulnerability attack exploit safe ; encryption encrypt encrypted cipher crypto hash ; masking mask redact redaction
redacted hide scrub censor ; sanitize escape clean validate ; config configuration settings setting options
preferences toml yaml ; setting settings config option preference ; option options flag switch setting choice ; flag
flags option switch argument ; argument arguments flag parameter option ; parameter param argument option ; default
defaults standard initial fallback ; env dotenv environment variables ; dotenv env environment file ; variable
variables env value ; value values number setting ; toggle enabled disabled flag ; disable disabled off turn switch ;
enable enabled on activate ; deactivate disable off ; documentation docs document readme guide manual ; guide
guideline guidelines rules documentation howto ; guideline guidelines rule rules convention standard policy ;
convention style naming standard ; note notes comment write-up ; writeup document analysis report doc ; report reports
summary document ; summary overview recap report ; plan plans planning roadmap tasks project ; task tasks todo ticket
issue work ; ticket issue task jira ; roadmap plan milestones future ; milestone deadline phase goal ; deadline due
date until ; decision decide decided choice agreed ; choice option selected picked decision ; alternative alternatives
option other instead ; reason cause why because ; cause reason root culprit source ; purpose goal aim why ; idea
proposal suggestion concept ; suggestion recommend recommendation proposal suggest ; requirement requirements must
need needed spec ; constraint constraints limit requirement must ; goal target aim objective ; progress status state
done ; status state stage condition ; state status condition phase ; mode modes setting state option ; stage phase
step level ; level levels tier scale degree low medium high ; scale levels range rating ; time date timestamp clock
hour datetime ; date dates day timestamp calendar time ; timestamp timestamps time date created inserted ; timezone
utc tz local offset ; day days daily date today ; week weekly days ; month monthly months ; year yearly annual years
annually ; daily day every cron ; frequency often frequently every interval regular ; frequently often every regularly
; interval period every frequency ; night overnight nightly sleep ; overnight night sleep background ; schedule
scheduled cron job timer ; job jobs task worker cron background ; worker background job thread process agent ;
background async worker hidden ; parallel concurrent concurrently simultaneous multiple at-once ; concurrent parallel
simultaneous race ; async asynchronous await promise ; thread threads concurrency worker ; queue queued jobs pending ;
order sequence first then steps ; first initial begin start ; last latest recent final ; old previous former earlier ;
new latest recent ; current now present ; future later upcoming next ; past former earlier history gone ; initial
first start default ; sequential sequence consecutive incrementing counter ; counter count sequence number ; count
counter number amount ; unique uniqueness distinct duplicate identical ; same identical equal duplicate ; different
distinct differ difference ; decimal decimals fraction precision scale digits rounding ; rounding round rounded
precision truncated ; truncate truncated cut cutoff shorten ellipsis ; cut truncated crop short removed ; short brief
concise small ; percent percentage ratio share ; half fifty 50 ; double twice two ; fixed static constant unchanging ;
dynamic changing variable ; random any chance ; text string content words ; string strings text chars ; character
characters letter chars digits ; emoji emojis unicode utf8 runes ; unicode utf8 encoding emoji characters runes ;
encoding charset utf8 unicode ; language languages locale translation i18n ; translation translate i18n localization
locale language ; i18n internationalization translation locale ; json yaml xml format structured ; structured json
machine-readable format ; markdown md document text ; html markup page tags ; parse parser parsing read ; regex
pattern expression match ; pattern regex template ; match matches matching fit ; partial part incomplete substring ;
autocomplete suggestion completion typeahead ; ai llm model gpt claude openai assistant agent ; agent agents bot
assistant ai worker ; assistant agent bot ai gpt cursor ; bot bots agent assistant chatbot robot ; model models llm
gpt network weights ; prompt prompts instruction instructions system ; instruction instructions prompt rules guide ;
train training learn dataset ; dataset data training samples ; conversation chat session thread ; session sessions
login conversation ; transcript history conversation log ; answer answers response reply ; question questions ask
prompt query ; ask asks asking question prompt check ; hallucination wrong made-up ; token tokens budget context ; cli
command terminal shell commandline ; command commands cli terminal run ; terminal shell console cli stdout ; shell
bash terminal command ; script scripts helper tool automation ; run execute launch start ; execute run perform ; start
run launch begin boot ; stop halt kill end terminate ; kill killed terminate force forceexit stop ; exit quit
terminate close leave ; install setup installation add ; setup install configure configuration prepare ; upgrade
update version bump ; update updates upgrade change refresh ; refresh reload update ; reload refresh restart hot ;
restart reboot reload survive relaunch ; windows wsl microsoft linux ; linux ubuntu unix wsl ; mac macos apple osx ;
machine computer laptop host pc ; hardware device board chip ; sensor sensors measurement reading ; firmware flash
device board ; robot motor arm controller ; printer print paper ; print printed output dump ; dump print export output
; game games play player level score ; play player game start ; player players user game ; score points ranking result
; level levels stage difficulty ; map maps location geo coordinates ; location place position address map ; position
place location coordinate placement ; travel trip flight hotel tour ; weather forecast temperature ; event events
meeting concert ; sport sports match team league ; school university student course ; vocabulary words dictionary ;
word words vocabulary term ; article post blog news ; blog post article website ; website site web page ; social
facebook twitter instagram share ; share shared sharing public ; like likes favourite heart ; follow followers
subscribe ; profile account avatar user ; avatar picture profile photo ; settings preferences profile options ; extra
additional optional more ; optional required mandatory ; mandatory required must compulsory ; allow allowed permit
permitted may ; prevent avoid block stop ; avoid prevent skip never ; skip omit leave ignore ; ignore skip disregard ;
keep keeps retain stay remain ; change changed modify edit alter ; edit modify change update ; create created add new
make generate ; generate generated create produce ; add added insert new append ; insert add put ; put place placed
insert ; place put location ; move moved relocate transfer ; transfer move send ; copy copied duplicate clone ;
replace replaced instead swap substitute ; swap replace exchange switch ; combine merge join together ; split separate
divide ; separate split distinct ; group groups category cluster ; category categories kind group type ; kind type
category sort ; part section piece component ; section part block chapter ; step steps stage phase ; problem issue
trouble bug ; solve solved fix resolved solution ; fix fixed solve repair solution patch ; solution fix answer
workaround ; workaround hack fix trick ; improve improvement better enhance optimize ; better improve best ; wrong
incorrect bad error ; correct right fix proper ; strange weird odd unexpected ; unexpected surprising strange ; risk
danger risky ; important critical priority essential ; priority important first urgent ; urgent priority asap ; simple
easy basic ; easy simple quick ; complex complicated difficult ; complicated complex overkill ; overkill complex heavy
; heavy large slow ; manual manually hand ; natural organic naturally ; occasionally sometimes occasional rarely ;
always every never ; everyone all public ; annoying annoyed noisy irritating bothers complaint ; ugly messy dirty
hacky ; messy mess cluttered unorganized chaos ; confusing confused unclear misleading ambiguous ; unclear ambiguous
vague confusing ; misleading wrong confusing inaccurate ; obvious clear apparent ; hidden buried deep invisible ;
secret hidden private confidential ; snappy fast responsive ; huge large big enormous massive ; tiny small minimal
little ; minimal small least minimum simple ; heavy bloated large bundle ; bloat size heavy large ; lightweight small
minimal light ; fancy beautiful pretty nice design ; pretty beautiful nice formatted human-readable ; readable
readability legible human ; legible readable contrast size ; smooth fluid animation jank ; jank stutter lag dropped
frames ; frames fps framerate render ; render rendering draw paint display show ; draw drawing paint render canvas ;
canvas drawing webgl svg graphics ; graphics gpu webgl opengl rendering ; shader glsl gpu webgl ; sprite texture image
tile ; texture sprite material image ; mesh model geometry polygon ; camera viewport view perspective ; physics
collision gravity velocity ; collision collide overlap hit ; enemy monster npc opponent ; weapon gun sword attack ;
inventory items bag stock ; quest mission task objective ; lobby room matchmaking server ; multiplayer players online
network ; leaderboard ranking score top ; reward prize points bonus ; achievement badge trophy reward ; lives health
hp damage ; spawn create appear start ; difficulty level hard easy ; tutorial guide onboarding intro ; intro
introduction onboarding welcome splash ; splash intro launch startup screen ; welcome greeting intro banner ; greeting
welcome hello banner ; banner header notice message hero ; hero banner header image ; carousel slider slideshow
gallery ; gallery images photos grid ; slide slides carousel page presentation ; presentation slides deck talk ;
thumbnail preview image small ; poster cover image artwork ; cover poster image thumbnail ; crop cut trim resize ;
zoom scale magnify pinch ; rotate rotation orientation turn ; orientation portrait landscape rotate ; align alignment
centered center position ; center centered middle align ; overlap overlapping covers hidden behind z-index ; truncated
ellipsis cut overflow ; overflow overflows scroll cut spill ; wrap wrapping newline linebreak ; newline linebreak line
break crlf ; indent indentation tabs spaces whitespace ; whitespace spaces blank trim indent ; trim strip whitespace ;
uppercase capital caps capitals ; lowercase small letters case kebab ; casing case camelcase snake_case naming ; kebab
dash hyphen naming lowercase ; spelling typo misspelled written ; typo misspelling spelling mistake ; spelled written
named spelling ; quote quotes quoting apostrophe string ; escape escaping escaped quote special ; comma separator
delimiter csv ; delimiter separator comma semicolon ; bracket brackets parenthesis braces ; dot period point ; symbol
sign character icon ; sign symbol mark ; mark sign flag tick ; tick check checkmark mark ; star rating favourite ;
stars rating score ; vote voting upvote poll ; poll survey vote ; survey questionnaire form poll ; questionnaire
survey form questions ; quiz questions test answers ; exam test grade ; grade mark score ; lesson course class unit ;
homework assignment task exercise ; exercise workout training practice ; training exercise practice learn ; workout
exercise training gym ; coach trainer teacher mentor ; teacher tutor instructor coach ; teaching teach tips learning
educational ; tips advice hints recommendations ; advice recommendation tips suggestion ; skill skills ability
experience ; beginner novice new newcomer ; newcomer beginner onboarding new ; expert advanced experienced pro ;
experienced expert senior ; curious adventurous exploratory open ; picky choosy preferences dislikes ; taste flavor
preference flavour ; flavor flavour taste spicy ; spicy hot flavor ; hungry food meal eat ; eater diner user person ;
diner eater guest customer ; homemade diy scratch self-made ; diy homemade scratch handmade ; stuff things items ;
leftovers surplus remaining excess ; surplus excess extra leftover ; ingredient ingredients food item ; grocery
groceries shopping supermarket ; shopping groceries cart buy ; buy purchase order get ; sell sale selling ; sale
discount sold deal ; sold sale purchased ; purchase buy order procurement bought ; procurement purchase buying
supplier ; supplier vendor purchase ; stocktake inventory count ; barcode qr scan code ; scan scanner barcode qr ;
label sticker tag print ; weight kg heavy gram ; gram weight unit ; unit units measure quantity ; quantity amount
count number ; measure measurement unit size ; length long size distance ; distance length far km ; near nearby close
distance ; nearby near close location ; address street location city ; city town place ; country region nation locale
; region area zone country ; area region zone field ; field area domain ; floor level storey ; building house property
; property house estate ; house home property ; tenant renter customer org ; landlord owner property ; rent rental
lease ; rental rent booking hire ; hire rent recruit employ ; recruit hire candidate job ; candidate applicant cv
resume ; applicant candidate application ; resume cv application continue ; salary pay wage ; employee staff worker
personnel ; staff employee worker team waiter ; waiter waitress server staff ; shift schedule roster rota ; holiday
vacation leave off ; absence absent leave sick ; sick ill absence ; patient sick person ; nurse doctor staff ;
medicine drug medication ; insurance policy cover ; policy rule insurance ; claim request insurance ; agreement
contract deal terms ; terms conditions contract legal ; conditions terms criteria ; signature sign signed ; signed
signature approved ; approve approved approval accept ; approval approve sign-off permission ; accept accepted approve
agree ; agree agreed accept decision ; agreed decided accepted ; disagree object reject ; reject rejected decline
refuse ; cancel cancelled abort cancellation ; abort cancel stop interrupted ; interrupted cancelled aborted stopped ;
pause paused hold wait suspend ; resume continue restart ; continue resume proceed next ; proceed continue go ; finish
finished complete done end ; complete completed done finished ; pending waiting open unfinished ; unfinished pending
incomplete open ; open pending unfinished unresolved ; settled paid closed finished ; closed finished settled done ;
archived closed old ; draft drafts unfinished preliminary ; preliminary draft temporary ; temporary interim
provisional tmp ; permanent permanently forever ; forever permanent always infinite ; infinite endless loop forever ;
loop loops cycle infinite iteration ; circular cyclic cycle loop ; recursion recursive loop depth ; depth level nested
; parent outer container ; child nested sub inner ; sibling neighbour adjacent ; neighbour adjacent next ; tree
hierarchy nested ; hierarchy tree structure ; root top base ; base root foundation ; foundation base core ; core base
main kernel ; main primary core principal ; primary main first ; secondary second other ; backup fallback secondary ;
fallback backup default alternative ; spare extra backup ; extra spare additional ; less fewer smaller ; increase
raise grow higher ; raise increase throw ; decrease reduce lower less ; reduce decrease lower shrink ; shrink reduce
smaller ; grow increase expand ; expand grow open unfold ; fold collapse section ; folded collapsed details section ;
section fold block ; pop popup appear ; appear show visible appears ; show display appear visible ; display show
screen ; shows displays ; hides hide invisible ; hide hidden invisible suppress ; suppress hide silence mute ; silence
mute quiet silent ; silent quiet mute no-output ; mute silent sound ; loud noisy volume ; volume loudness sound ;
sound noise audio ; noise noisy sound ; voice speech audio speak ; speech voice recognition tts ; speak voice speech
talk ; listen listener hear subscribe ; listener handler callback event ; handler handlers callback listener function
; callback handler hook function ; hook hooks callback trigger ; trigger triggers fire event start ; fire trigger emit
; emit send fire publish ; publish publishing release send ; subscribe listen follow ; broadcast publish send all ;
dispatch send event ; signal event notification ; kick start kickoff begin launch ; overnight background parallel
asynchronous ; delegate delegation assign hand ; assign assigned delegate owner ; handover handoff transfer ; takeover
handover ; responsible owner charge maintainer ; charge responsible fee ; looks-after maintains owner ; care maintain
owner ; maintain maintenance support ; support supported supports help compatible ; supported supports compatible
compatibility platforms ; compatible compatibility works supported ; compatibility compatible backwards legacy ;
platform platforms os system ; os operating system windows linux macos ; everywhere all global across ; across all
over ; global everywhere shared ; everything all whole entire ; entire whole all full ; full complete entire whole ;
partial partly some incomplete ; incomplete partial unfinished ; some several few ; several many multiple some ;
multiple many several more ; many several lots ; single one only alone ; pair two couple both ; three triple ; zero
none nothing 0 ; none nothing zero no ; once single one ; again repeat once-more ; repeat again retry repeated ;
repeated duplicate again ; sometimes occasionally now-and-then flaky ; rarely seldom occasionally ; usually normally
typically default ; normal usual standard regular ; regular normal standard recurring ; recurring regular repeated
subscription ; usual normal default ; typical usual common ; common usual shared frequent ; rare uncommon seldom ;
exception exceptional special-case ; special particular specific ; specific particular certain ; certain specific sure
; confident certain sure confidence ; confidence certainty score ; probability likelihood chance ; likely probable
probably ; guess guessing estimate ; estimate estimated guess approximate ; approximate estimate rough ; exact precise
exactly ; precise exact accurate ; accurate correct precise accuracy ; valid validity correct legal ; invalid wrong
bad malformed ; malformed invalid corrupt broken ; broken corrupt damaged failing ; intact whole undamaged ; safe
secure safety ; unsafe dangerous risky ; harmful dangerous bad ; harmless safe ; trust trusted trustworthy ; trusted
allowed safe ; whitelist allowlist allowed ; blacklist blocklist denied ; blocklist blacklist banned ; banned ban
forbidden ; ban forbid block ; lock locked blocked mutex ; locked lock blocked frozen ; unlock open release ; mutex
lock semaphore thread ; race concurrency simultaneous ; synchronous blocking sync ; sync synchronize synchronization
replicate ; replicate replication copy sync ; replica copy replication ; cluster nodes kubernetes group ; node nodes
machine element ; shard partition split ; bucket s3 storage container ; blob binary storage object ; binary blob
executable bytes ; executable binary program ; program app application software executable ; system software program ;
engine core runtime ; runtime engine execution ; interpreter runtime python ; linker link build ; artifact build
output package ; bundle build package ; bundler webpack vite rollup build ; vite webpack bundler dev ; transpile babel
compile ; minify compress uglify ; compress compression gzip zip smaller ; decompress unzip extract ; unzip extract
archive ; unpack extract ; pack package bundle archive ; attach append add link ; append add end ; prepend add
beginning ; prefix beginning start ; suffix ending extension ; ending end suffix ; top upper first ; bottom lower
footer last ; left side ; right side ; front frontend face ; behind background back ; inside within inner ; outside
outer external ; external outside third-party ; internal inside private ; between among gap ; closed private
proprietary shut ; commercial paid business ; business company commercial ; company firm organisation organization
business ; organization organisation org company ; department team division ; community users public ; audience users
target ; persona user audience ; stranger outsider unknown ; unknown unidentified ; identify recognise recognize
detect ; detect detection recognize find ; detection detect recognition ; find search locate discover ; discover find
detect ; gone missing deleted ; stolen leak theft ; leak exposure secrets ; expose leak reveal ; reveal show expose ;
conceal hide mask ; anonymous anonymized unnamed guest ; fake mock synthetic dummy ; synthetic fake generated
artificial ; genuine real true ; real actual genuine live ; actual real current ; false wrong untrue ; lie wrong ;
mistake error wrong ; accident accidentally mistake ; accidentally mistake unintentionally ; intentional deliberate
purpose ; deliberately purpose intentionally ; purpose intention ; intend intention plan ; intention plan aim ; vision
goal mission ; strategy plan approach ; approach way method strategy ; technique method approach ; trick technique ;
principle rule guideline ; philosophy principle approach ; pattern design approach ; architecture structure design
layers ; layers architecture tiers ; tier level layer plan ; module layer ; monolith single-project monorepo ;
monorepo workspace packages ; workspace monorepo local project ; project repo workspace ; sandbox playground isolated
test ; playground sandbox demo try ; isolated sandbox separate ; isolation isolated separate ; virtual venv simulated
; venv virtualenv environment python ; emulator simulator virtual device ; simulate simulation mock ; simulation
simulate model ; experiment trial test spike ; trial experiment attempt demo ; attempt try tried ; tried attempted ;
prove proof verify ; proof evidence ; measure measured benchmark ; measured benchmark timing ; benchmark measure
performance ; timing time duration ; duration length time ; elapsed duration time ; timer countdown interval clock ;
clock time timer ; alarm alert reminder ; alert alarm warning notification ; urgent alert ; inform notify tell ;
notify notification inform ; announce announcement publish ; announcement news release ; news updates articles ;
changelog release notes changes ; notes changelog comments ; diary journal log ; logbook log journal ; protocol log
standard ; standard spec protocol ; specification spec requirements ; contract interface spec ; interface contract api
; signature interface parameters ; schema structure model ; model schema entity ; entity model record object ; object
entity instance ; instance object copy ; class type category ; relation relationship foreign link ; relationship
relation association ; association relation link ; reference link pointer ; pointer reference cursor ; link reference
url ; join combine relation ; union combine ; intersection overlap common ; difference diff delta ; diff difference
changes compare ; delta difference change ; compare comparison diff versus ; contrast compare difference ; similar
alike same ; equal same equals ; twin duplicate ; redundant duplicate unnecessary superfluous ; unnecessary redundant
unneeded unused ; unused dead unnecessary ; obsolete unused old ; required needed mandatory ; essential required
important ; crucial important essential ; vital important ; relevant important related ; unrelated different separate
; independent separate standalone ; standalone independent self-contained ; dependent depends dependency ; depends
dependency requires ; requires needs dependency ; blocker blocking blocked obstacle ; obstacle blocker problem ;
hurdle obstacle problem ; hassle trouble ; pain problem trouble ; struggle problem difficulty ; complaint issue
feedback ; complain complaint report ; report complaint issue ; ticket report ; request ask ticket ; wish request want
; demand request requirement ; expectation expected requirement ; promise commitment guarantee ; guarantee ensure
promise ; ensure guarantee make-sure ; enforce ensure require ; force enforce require ; compel force ; voluntary
optional ; choice voluntary ; prefer preference favourite ; preference prefer setting ; favour prefer ; like prefer ;
dislike hate ; love like favourite ; enjoy like ; happy satisfied pleased ; unhappy complaint ; angry complaint ;
worry concern risk ; concern worry issue ; afraid risk worry ; caution careful warning ; beware warning ;
""".replace("\n", " ")
    + SYSTEM_GROUPS
)
"""Groups, separated by `;`."""
MAX_RELATED = 24


def find_related(word: str) -> "list[str]":
    """Words of the fields of meaning of a word in lower case, whatever its ending; often none."""
    forms = list_forms(word)
    shortest = min(forms, key=len)
    start = f" {shortest.removesuffix('i')}"  # all forms begin so: one look through the text is enough
    out: dict[str, None] = {}
    place = _GROUPS.find(start)
    while place >= 0:
        end = _GROUPS.index(" ", place + 1)
        if _GROUPS[place + 1 : end] in forms:
            end = _GROUPS.index(";", place)
            out.update(dict.fromkeys(_GROUPS[_GROUPS.rindex(";", 0, place) + 1 : end].split()))
        place = _GROUPS.find(start, end)
    for form in forms:
        out.pop(form, None)
    return list(out)[:MAX_RELATED]
