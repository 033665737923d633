"""Words of everyday talk: even if a memory seldom has one, it is weak evidence for a prompt that has it too.

English words that neither are stop words nor common in software, and words of other languages that carry no subject.
To search the short text of an initial costs the hook process less than to load a set.
"""

from backstory.base.unspaced import WIDE

_ENGLISH = {
    "a": (
        " accept access account across act active actual address afternoon age agree air almost alone along although"
        " amount animal answer answers appear apply area arrive article asks attention average avoid "
    ),
    "b": (
        " baby balance ball bank bar base based beautiful become becomes bed began begin beginning behind believe"
        " belong beside bill birth black blue board body born bottom box boy break bring broken brother brought"
        " brown budget building builds business busy buy "
    ),
    "c": (
        " calling calm camera car card care careful carries carry caught cause caused cell cent center central"
        " century certain chance chances character charge chat cheap chief child children choice choose chose chosen"
        " church circle city clearly clock close closed closer cloth cloud club coat cold collect college color"
        " colors colour colours come comes coming common company compare complete completely computer concern"
        " condition conditions consider contain control conversation convert copy corner cost costs count counted"
        " counting counts couple course cover covered covers crowd cry culture cup curious cut cuts "
    ),
    "d": (
        " daily dance dangerous dark date dates dead deal dear death decide deep degree degrees department depend"
        " describe design desk detail details develop device difference differences difficult dinner direct"
        " direction disappear distance divide doctor dollar door double doubt draft draw drawing draws dream dress"
        " drink drive driver drop dropped dry due dust duty "
    ),
    "e": (
        " ear earlier earth ease east eat edge education effect effects effort either electric email employee empty"
        " ending ends energy engine enjoy enter entire equal escape especially evening evenings event events"
        " evidence exact except exchange exciting exercise expect expensive experience expert explanation express"
        " extra eye "
    ),
    "f": (
        " face fact facts fair fall family famous far farm father favorite favourite fear feel feeling feels feet"
        " field fight figure fill filled final finally finger finish finished fire fit fits flat floor flow fly"
        " follow following follows food foot force foreign forest forget forgot form formal former forward free"
        " fresh friday friend friendly friends front fruit fuel fun funny future "
    ),
    "g": (
        " game games garden gas gave general gift girl glad glass goal goals god goes gold gone government grade"
        " green grew ground group groups grow growing growth guess guest guide "
    ),
    "h": (
        " habit hair hall hand hands hang happy hardly head health heart heat heavy height held high higher hill"
        " history hit hold holds hole holiday home hope horse hospital hot hotel house huge human hundred hurry hurt"
        " husband "
    ),
    "i": (
        " ice ideas imagine important impossible inside instance interest interesting internet introduction invent"
        " invented invite iron island item items "
    ),
    "j": " jacket join joined joke journey jump ",
    "k": " keeps kept kid kids kill kitchen knew knows ",
    "l": (
        " lack lady laid lake land language languages large larger largest laugh law lay lead leader leading leads"
        " leaf learn learned learning least leave leaves leaving left leg lend length lesson letter letters level"
        " library lie life lift light lights likely limit limited listen live lived lives living local lock lonely"
        " longer longest lose losing loss lost loud love low lower luck lunch "
    ),
    "m": (
        " machine mad mail major male man manage manager manner map march mark market married master match material"
        " matter matters meal meaning means meant measure meat media medical meet meetings member members memory men"
        " mental met metal middle might mile military milk million mind minor mirror miss missed missing mix model"
        " modern moment monday money monthly moon morning mother mountain mouth move moved moves movie moving"
        " multiple music "
    ),
    "n": (
        " narrow nation natural nature near nearby nearly necessary neck neighbor neighbour neither nervous network"
        " news newspaper night nights nobody noise none noon normal normally north nose note noted notes nothing"
        " notice notices november "
    ),
    "o": (
        " october odd offer offers office officer official often oil older oldest onto opened opening opinion"
        " opposite orange orders ordinary original others outside oven overall owner "
    ),
    "p": (
        " pack page paid pain paint pair paper parent parents park particular particularly partner party passed"
        " passes passing past path patient pattern pause pay paying peace pen pencil perhaps period personal phone"
        " photo photos phrase pick picked picture pictures piece pieces pink plain plan plane planned planning plans"
        " plant plastic plate play played player playing plays pleasant pleasure plenty plus pocket poem point"
        " points police policy polite pool poor popular population position positive post potential pound power"
        " practice prefer prepare present president press pretty prevent previous price prices pride primary private"
        " prize probably produce product products professional program progress promise proof proper properly"
        " protect proud prove provide provided provider public pull purple purpose push puts putting "
    ),
    "q": " quality quarter quarters queen quiet quietly quite ",
    "r": (
        " race radio rain raise raised ran range rare rate rates rather reach reached reaches reading reads ready"
        " real realize reason reasons receive received recent recently recipe recommend record red reduce regular"
        " relation remain remember remind rent repair repeat reply report reports require respect response rest"
        " restaurant rich ride ring rise risk river road rock role roll room rooms root round rounds row rows rule"
        " rules "
    ),
    "s": (
        " safe safely sail sale salt sand sat saturday save saved saves saw scale scared scene schedule school"
        " science score screen sea search season seat seconds secret section seen select sell send sending sends"
        " sent sentence separate september serious serve service services several shadow shake shape share shared"
        " sharp sheet ship shirt shoe shoot shop short shortly shot shoulder shout shown shows side sides sight sign"
        " signal silence silent silly silver similar sing single sister sit site sitting situation size sizes skill"
        " skin skip sky sleep slide slightly slip smart smell smile smoke smooth snow soft soil sold soldier"
        " solution solve somebody somehow sometimes somewhere son song sort sound sounds south space spaces speaks"
        " special specific speech speed spell spelled spend spent split spoke spoken sport spot spread spring square"
        " staff stage stairs stand standard standing stands star stars starts station stayed stays steal steel stick"
        " stock stomach stone stood stopped stopping store stories storm story straight strange street strength"
        " stress strong structure student students study stuff style subject success successful sudden suddenly"
        " sugar suggest suit summarize summary summer sun sunday supper supply suppose surface surprise sweet swim"
        " switch system systems "
    ),
    "t": (
        " table tables tail taken takes taking talks tall taste taught tax tea teach teacher team teams tear"
        " technology teeth telephone television telling tells temperature term terms themselves theory thick thin"
        " thinking thinks thirty thought thousand throw throws thursday ticket tie tight till tiny tip tired title"
        " tonight tools top topic total touch tough toward town toy trade traditional traffic train training"
        " transfer translate travel tree trees trip trouble truck true trust truth tuesday turned turns tv twenty"
        " twice typical "
    ),
    "u": " uncle understood unit units university unless unlike upper upset upstairs usual usually ",
    "v": " valley various view views village visit visitor voice volume vote ",
    "w": (
        " wage waiting walk walked walking wall warm warning wash watch watching water wave ways weak wear weather"
        " wedding wednesday weekend weekly weight welcome went west wet whatever wheel whenever wherever whether"
        " white whoever wide wife wild willing win wind window winter wise wish within woman women wonder wonderful"
        " wood word words wore worker world worried worry worse worst worth wound "
    ),
    "y": " yard yellow yesterday younger youngest ",
    "z": " zero ",
}
"""Initial -> words, each between blanks."""
_OTHERS = {
    "a": (
        " abbiamo acuerda acuerdo adonde agora ahora ahí ainsi ale algo alguien alguna algunas algunos algún allait"
        " alle allem allen aller alles allons allí alors alta alto altra altro amanhã ambas ambos andere anderen"
        " anderer anderes année ans antes après aquel aquella aquí arrive arriver arrivé así aucun aucune aunque"
        " auquel aussi autre autres avait avant avons ayer año años aún "
    ),
    "b": (
        " baja bajo bald bardzo beaucoup beide beiden beim bekam bekamen bekommen bekommt bereits besser beteiligt"
        " bien bientôt bij bin bis bist blieb bon bonjour bonne brachte brauche brauchen brauchst braucht bringt"
        " buena buenas bueno buenos był była było "
    ),
    "c": (
        " cada casa casi certains chacun chaque choses ciao co como contar contra contre corta corto cosa cosas"
        " court courte cual cualquier cualquiera cuando cuanto cuenta cuentas cuya cuyo cuáles cuánto czy côté "
    ),
    "d": (
        " da dabei dado dafür daher damals dame damit dan danach danke dar daran darauf darfst darin dat davon davor"
        " dazu debemos debería debo decir degli dei deja dejar dejó della delle demain depuis dernier dernière desde"
        " después devenir devient devrait deze di dice dicho dije dijimos dijiste dijo dime dire dis dit dizer"
        " dlaczego dobry domani donde donne donner donné dont dos drei duquel durante dzień dziękuję déjà día días"
        " dürfen dürfte "
    ),
    "e": (
        " eben een eigentlich einfach einmal ela elas ele eles encontrar encore encuentra entonces entre er era eran"
        " eres erinnere erinnern erinnerst erklär erkläre erste ersten erster esa esas escribe escribir ese eso esos"
        " essa esse esta estaba estas este esto estos estoy están etwa etwas explica explique explícame "
    ),
    "f": (
        " faire fais falloir fand fanden fare faudrait favor fazer façon fertig findet fois forma frage fragen fragt"
        " fuera "
    ),
    "g": (
        " gdzie geben gefragt gegen gehe gehen geht gehts gehören gehört gemacht genau gens gente gern gerne gesagt"
        " gesehen gestern gib ging gingen gleiche gli goed gracias gran grand grande grazie groß große großer gut"
        " gute guter gutes "
    ),
    "h": (
        " ha habe haber habt había hace hacer hacia hago hai hallo halt han hanno haría hast hasta hatten haus haz"
        " heb hebben hecho heeft heißt het heure heures heute hicieron hicimos hiciste hielt hieß hij hizo ho hoe"
        " hoje hola hora horas hoy hält hättest "
    ),
    "i": " ici ieri iets ik ir irgendwas irgendwie irgendwo isso isto ",
    "j": " jahr jahre jak jamais jede jedem jeden jeder jedes jemand jest jij jour jours jusqu ",
    "k": " kam kamen kan kiedy klein kleine komm kommen kommt kto kunnen kurz kurze kurzer könnte könnten ",
    "l": (
        " lado lang lange langer laquelle larga largo lass lassen legt legte leider lesquels letzte letzten letzter"
        " leute liegen liegt ließ lleva llevar llevó longue lorsque lub luego là lässt "
    ),
    "m": (
        " maar mach machen macht mag maintenant maison mala malo manera manière mano mas mauvais mayor mañana meer"
        " mehr mejor meno menor menos mensch menschen merci mes met metemos meto mettre meu mi mientras mieux minha"
        " mis misma mismo moet moins mois molta molto monat montre morgen mot mucha muchas mucho muchos muita muito"
        " muy más même möchte müsste müssten "
    ),
    "n": (
        " na naar nachher nada nadie nahm nahmen nas natürlich nehme nel nella neuer neulich ni nichts nie niemals"
        " niemand niente niet niets nimmt ninguna ningún nom nombre nouveau nu nuevo nun nunca não "
    ),
    "o": " obrigada obrigado oggi onde ont ontem ook oraz os otra otras otro otros oui outro ",
    "p": (
        " palabra parce parece parecía parfois parte partie pasa pasar passe passer passiert passierte passé pasó"
        " pela pelo pendant pequeño persona personne petit petite peu peuvent peux più plusieurs poco podemos podría"
        " podríamos pon pone ponen poner pourrait pouvez pregunta preguntar preguntó premier première prend prendre"
        " presque primera primero pris proszę puede pueden puedes puedo puesto puis puisque puisse puse "
    ),
    "q": (
        " qualcosa quando queda quedan quedar quedó quella quelles quello quelqu quelque quelques questa questo"
        " quien quiere quieres quiero quizá quizás "
    ),
    "r": " rappelle realmente recuerda recuerdo reste rester rien réussi réussie réussir ",
    "s": (
        " sabe sabemos saber sabes sabía sag sagen sais sait salir salió savait savent savoir scheint schien"
        " schlecht schreib schreiben seguir segundo según sehen sehr sei seid seite selbst selon semaine semana"
        " semble sembler sert servir setzt setzte seu seulement si siamo sich sieh siempre siete sigue siguió sim"
        " siquiera sofort sollte sollten solo sommes somos sono sonst souvenir souvent souviens soy standen steht"
        " stellt stellte stunde sua suis sé sí sólo są "
    ),
    "t": (
        " ta tag tage tak también também tampoco tan tandis tanto tat taten te teil temps tener tengo tenir tiempo"
        " tiene tienen tient toda todas todavía todos toujours tous tout toute toutes trouve trouver trouvé très"
        " tudo tus tut tutte tutti tutto "
    ),
    "u": " uit uma umas ",
    "v": (
        " va vais vale vamos van veces vedere veel venir venu veo ver vers veulent veut veux vez viel viele"
        " vielleicht viene vient vier vino visto voir vont voor vorher vorhin voulais voulait voy vraiment vu "
    ),
    "w": (
        " waar waarom war waren wat weinig weise weiß weißt wenig weniger wessen wij wil willst wirklich wissen"
        " woche wodurch wofür woher wohin wollen womit woran worauf wordt wort worüber wussten während wäre wären"
        " würde würden "
    ),
    "y": " ya ",
    "z": " zeigte zeit ziemlich zij zijn zwei zwischen ",
    "é": " écrire écris étais était ",
    "ê": " êtes ",
    "ú": " última último ",
    "ü": " überhaupt ",
}


def is_usual(word: str) -> bool:
    """Whether a word in lower case is one of them. A word of Chinese, Japanese or Korean is given as its pairs."""
    if word[:1] >= WIDE:
        from backstory.base.unspaced_words import is_usual_pair  # most prompts are in other scripts

        return is_usual_pair(word)
    return f" {word} " in _ENGLISH.get(word[:1], "") or is_foreign(word)


def is_foreign(word: str) -> bool:
    """Whether a word in lower case is one of those of other languages, which carry no subject."""
    return f" {word} " in _OTHERS.get(word[:1], "")
