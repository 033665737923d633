"""Words of everyday life in Dutch, Italian, Portuguese and Polish, and more of them in French.

Each stands without its ending. None has a common meaning in software; only prompts in other languages than English are
looked up here, so that a word may mean something else in English.
"""

_STEMS = {
    "a": (
        " aardappel aardbe aardbei abacat abacax abelh abit abricot abóbor acampar acet acqu aere aeroport affitt"
        " agasalh agnea agnell agrest agulh aiguill aipim alberg albicocc alergi alfac alho allerg allumett almoç"
        " almoçar alpi aluguel amand amaren ami amic amie amig amis amor amour anan anatr anel anell anguri aniversári"
        " annea antwerp anzian apartament aperitiv appartament appeltaart appétit aranci aranh arbuz armoir arrosag"
        " arrosoir arrost artichaut ascensor asil aspirateur aspirin assad assiett attor attric atum autobu autostrad"
        " autunn aviã avocat avó avô azeit azeiton azij açougu "
    ),
    "b": (
        " babc babci babá bacalha badkamer bagag bagn bagu bahi baignoir bajk bakk bakker bala balco balei balen ball"
        " ballar bambin bana banaa banan banheir barb barbier barc barszcz basilic basilicum bassi batat batea bateau"
        " batizad battesim bałwa bebid bebê beignet beij benzin berlin berç besour bess beurré bibero bibliothécair"
        " bicchier bich biciclett biefstuk bife bigo bigod bije bijo bijou bilet biodr birr bisavó biscoit biscott"
        " biso bistecc biurk biwak bloe bloem bloemkool bluz bluzk blé bocia boczek boeuf boisso boisson bola bolach"
        " bolo bonbo bone bonec bonnet boné boodschap boodschapp borbolet borst bos boter boterham bott bottigli"
        " boucher boug bougi bouillo boulanger bourgogn bouteill bracci brad brat brebi bretagn brigadeir bril brinc"
        " brinqued brioch brocol brod broek broer brood broodj bross brouillard bruid bruidspaar bruiloft brussel"
        " brzoskwini brzuch brócoli budin bue buik buikpij buisso burak bure burr buty buur buurma buurvrouw bułk bébé"
        " bób bœuf "
    ),
    "c": (
        " cabel cabeç cabr cacahuèt cachaç cachorr cadeautj cadeir cafezinh caffè caju calci calciator calor calz"
        " calzin calç calçad cama camarã camembert camerier camici camin camiset campeggi campeonat campeã camping"
        " campionat canard candel cane canec canel canet cani canich cann cannell cantin cantor canzon cançã capell"
        " capodann cappell cappott capr caranguej carciof carinh carnaval carot carott carr cartilag casac casserol"
        " cassoulet castagn castanh castel castell caval cavall cave cavigli cavol caça cebol cebul cece ceci ceia"
        " cenar cenour cerf ceris cerisier cervea cervej cervell cetriol chais chaleir chambr champigno chapé"
        " chaussett chaussur chauv cheminé chemisier chenill chevreuil chies chiot chitarr chleb chocol chocolad"
        " choink chomik chorob chou choucrout chover chrzest churrasc chusteczk chuv chuveir chá chèvr chłopak"
        " chłopiec ciast ciasteczk ciboulett cidr cigogn ciliegi cils cint cioc cioccolat cioci ciotk cipoll ciseau"
        " citro citrouill clafouti coccinell coccodrill coelh cogumel coiffeur coiffeus colazion colchã colher coll"
        " collan collin colomb coltell comadr comer comid compleann compot concombr confitur conigli contadin copa"
        " coqueir coquelicot coquill coquillag coraçã corbea cornett cors cortin cosci cotolett cotovel cou coud"
        " couett courg courgett coxinh cozid cozinh cozinhar cozinheir cozz crem crevett crianç croquett crostat crèch"
        " crèm crêp cucchia cucchiai cucchiain cucin cucinar cugin cuilleré cuillèr cuir cuisinièr cuiss cuisso cukini"
        " cull cunhad cuoc curitib cuscin cygn czapk czekolad czereśni czosnek céler córk côtelett "
    ),
    "d": (
        " danç dançar dent dentair dentell dentifric dentifrici deser desjejum dessert deszcz detersiv diarre diarrei"
        " dieet dierenart dierentui diet dimagrir dind dinosaur dito diva divan docci doce dochter docteur doigt"
        " dokter dolc dormir dorst dorsz dottor douch dragé drap drink druif druiv duif dyni dziadek dziadk dziec"
        " dzieck dziewczyn dziewczynk dzik dżem "
    ),
    "e": (
        " eau eend eier eiland ekster embouteillag endiv ensopad enxaquec erba erva escargot escov espinafr estat"
        " estomac estômag "
    ),
    "f": (
        " faca fagiol farc farfall farin farinh farmáci fasol fauteuil faxin febbr febr fegat feijoad feijã felp femm"
        " fenouil feriad fest fiançaill fidanzat fiet fiets fietstocht figli fior fiorentin firank firenz fium flan"
        " fleurist fluit focacci fogã foie fontain forchett formaggi formic formig forn fornell fortalez forêt fotel"
        " foulard fourchett fourm fourmi fragol frald framboes frambois frang frangipan fratell freir frigidair"
        " frigideir frigorifer frio frit frittat frittell fromag fruit frullat frut frutt fryzjer fung fungh futbol"
        " futebol fée féri "
    ),
    "g": (
        " galinh gallin galo gamb gamber gant gardł garf gargant garnk gars garç gasolin gata gatinh gatt gaufr gdańsk"
        " gdyn gdyni gebak gebit geboort gehakt geit geladeir gelat gelateri gelei gelo gendr genou genov gezi ghiacci"
        " giacc giardin gigot ginocchi giraf giraff gita gitaar gitar glas glaz glaço gnocch gofr goiab goiabad gola"
        " golfinh gonn gordij gordijn gordur gorg gorjet gorączk gospodyn goûter gołąb gołąbk gras grasmaaier gravat"
        " gravidanz gravidez grembiul grenier grenouill griep grip gripp groch groent groning gruszk gryp grzyb grávid"
        " guant gulasz guêp góra góry gęś głow "
    ),
    "h": (
        " haai haarl hanch handdoek handscho haricot haring havermout herb herbat hert hirondell hoest homard hond"
        " hondj honing hoofdpij hort huid huil huis huisart huur huurder huwelijk huîtr huśtawk hérisso "
    ),
    "i": " ijs ijsj ilha imbianchin imbir imienin incint indyk infirmièr insalat insett invern iogurt irmã isol ",
    "j": (
        " jabłk jabłon jabłoń jagod jajek jajk jamb jantar jaquet jardim jardinag jardiner jardinier jarmark jas jass"
        " jeuk jezior joelh jogador jogurt jouet juf juiz jumell jupe jurk jus "
    ),
    "k": (
        " kaas kachel kaczk kaktu kalafior kalk kalko kalosz kamer kamerplant kamizelk kanapk kaneel kantin kapelusz"
        " kapper kapust karp karpi kasteel kasz kat katar kater katt kawa kawy kawę kerst kerstbo kerstmi keuk kichać"
        " kiełbas kina kinderwag kip kipp kleding kleinkind kler knoflook koe koei koek koekj koelkast koff koffer"
        " koke kolacj kolan kolczyk kolęd komar komkommer komuni koncert konfitur koni konij konijn koning koningi"
        " koort kopytk koszul kot kota kotem kotk kotlet koty kotów koza kozij koń kożuch krak krakow krem krew"
        " krewetk krow kruid krzesł król królik królow ksiądz książk kuchn kura kurczak kuss kust kuzy kuzynk kwiat"
        " kwiatek "
    ),
    "l": (
        " laar laarz lac lagart lago lain laitu lam lamp lampadair lampadari lampon landa lapin laranj lard lasagn"
        " laurier lavand lavastovigl lavatric leid leit lekarz lentill lenzuol lençol leon lepel lepr leraar lessiv"
        " lew leão libellul limon limonad limã limõ ling linguiç lis lisbo livr livrari livret lody lodówk lond londr"
        " londy loodgieter lotnisk louer loup louç lula luna lune lunett lupo lèvr légum "
    ),
    "m": (
        " maag maan macac macarrã macchi macedoni madelein madrinh maestr magli maglion maial maillot mair maiô"
        " majonez makaro malin mama mami mamm mamo mamã mandarynk mandioc mandorl mangiar manteig mar maracujá marai"
        " marchew marchewk mare margarin marit marié marmellat marmit marrain marro marron masaż massag masł matel"
        " materac materass matk matrimoni mayonais maçã maïs mecz meel mel mela melanci melanzan mele melk melon melã"
        " mens menuisier mer mercatin merceari merend merguez mesa meubl middaget miel mieszkan mieszkani milan milh"
        " minestr minga miod mirabell miss miód mięs mlek mochil moeder mogl moisso montagn moquec morang morz mossel"
        " mosterd motoc motyl mouett moul mouss moustiqu moutard mouton mrówk mróz muda muguet muse musztard musé"
        " mutand muts muzeum muziek muzyk mydł mysz mãe mèch médic métr músic mûre mąka mąki mąż męża "
    ),
    "n": (
        " nager naissanc nalewk naleśnik namorad napol napp narciarz nariz nart narzeczon natal nave navi neef neonat"
        " neta neto neus neve nez niedziel niedźwiedź niemowl nijmeg nipot nocciol noce nocleg noga nogi noisett noiv"
        " noix nonn nora nouill nourric noz nozz nuor nuotar nóż "
    ),
    "o": (
        " obiad obru occhial odkurzacz ogrod ogrodz ogród ogórek ogórk oie oignon ojca ojciec okular olie olifant oliv"
        " oliwk ombr ombrell ombrellon ontbijt oom oor oorbell opa orecchi orecchin oreill oreiller orelh oren orso"
        " orteil orzech ospa ospedal osso ostrich ouvid ovelh oven ovo ovos owca owoc owsiank "
    ),
    "p": (
        " paard padari paddenstoel padeir padell padrinh pain palec palerm palestr paletó pallavol pallon palmit"
        " pancett panci pane paneton panettier panetton panin pannenkoek pannetj pannolin pantalon pap papa papagai"
        " papillon papryk papug papà paraplu parasol parfum parig parij parrai parrucchier paryż parówk pasierb"
        " pasqu passeggiat passei pasticceri pastor pastèqu pasztet patat patent pato paupièr peau pecor pedreir peit"
        " peix peixari pelargoni pell pentol pepe peper peperon pepin pere pern pernil perroquet persil pesc pescar"
        " phar picanh pieczark pieczeń pied piekarni piekarnik pieluch pieprz piernik pierog pierś pierścionek pies"
        " pietruszk pijam piment pimentã pind piosenk pipoc piscin pisell pisolin piwa piwnic piwo pizzeri piłk"
        " piłkarz plag plaż pociąg podróż poduszk poes poesi poet pogod poir poirea poireau poisson poitrin poivro"
        " polent polmon polpett polv pomb pomidor pomm pommier pomodor pompo porc porzeczk potager potiro pouc poul"
        " poumo poussett poussi poziomk poznań poés poêl pościel prai prair pralk pran pranz pranzar prat prefeit prei"
        " presep presunt presépi prezent professor prosciutt provenc prunea przedszkol przepi przepis przeziębien"
        " przyjaciel przyjaciółk przypraw psa psem psy pszczoł ptak pudim pulmã pulseir pure pásco pássar pâte"
        " pâtisser pâtissier pães pão pétanqu pêch pêcher pêss pączk płaszcz płatk płuc "
    ),
    "q": " quadern queij quiab quich quintal ",
    "r": (
        " rabad raccont radi raffreddor ragazz ragù randonné rapos ratatouill rato rechei recif refeiçã refrigerant"
        " regenj remédi renard repa repassag restauracj restaurant reveillo rhubarb ricci ricett ridea rideau rijbewij"
        " rijst rio riso ristorant rivièr robak rodzic romanc romanz romari rosier rosmarin rosół roup rower roze rugh"
        " rugpij ryba ryby ryż rzek rzodkiewk régim róża róże rôti ręcznik rękawiczk "
    ),
    "s": (
        " sabl sabonet sabã saia salad salam salgadinh salmon salo salott salsicci salsich salvi salã samolot sandal"
        " sandał sanduích sandwich sang sanglier sangu sapat sapi sapo sapon sart sauciss saucisso saul saus savo"
        " sałat sałatk scarp scarpon schaap schaats schabow schak schap schilder schoonmoeder schoonvader schuur sci"
        " sciall sciar sciarp scimmi sedan sedi seigl seleçã sernik serpent serviett sfogli siatkówk sinaasappel"
        " sinterkla siostr skarpetk skier skrzypc slaapkamer slagro slap slee smalec smoczek sneeuw sobremes sobrinh"
        " soep sogr soif sok sokk soku sol sommelier sorell sorvet spacer spall spek spez spiaggi spiegele spier"
        " spierpij spinaz spodn spos spódnic stad stamppot starnut starnutir stival stodoł stoel stofzuiger stomac"
        " stomatolog stoofpot stoł strand strijk stół suco sufit suiker sukienk suocer supermarché supermarkt"
        " supermercad supermercat surówk sweter swetr synek szaf szalik szampa szampo szarlotk szczypiorek szkoł"
        " szparag szpinak szpital szyj słoik słoń słońc sœur "
    ),
    "t": (
        " taart tablier tacchin tafel talerz talher tand tandart tandpast tapet tapijt tappet tart tartarug tartuf"
        " tass tata taty tatą taurea tavol tazz teatr temper tentoonstelling teściow teść thee thon thym théâtr tia"
        " tigr tio tiramisù tisan toetj toilett tomaat tomat tompo tondeus tondr tonn topo torin torneir tort tortu"
        " tosar toss tour tournesol traghett tramwaj trattori travesseir trei trein trem tren tricot tricoter trig"
        " trouw trui truit truskawk trut tuin tulip tulipa tulp twaróg tygry têni "
    ),
    "u": " uccell ucho uczulen uien uitj uliv uova uovo urlop urodzi urodzin uszy uva uvas ",
    "v": (
        " vaas vaatwasser vacanz vach vacin vaissell vakant valigi valis vanill varal vark varken vasc vaso vassour"
        " veau vela venezi verdur verf verger verjaardag verkoud verkoudheid verni verru verã vestit veterinari"
        " veterinári viag viajar viand vign vinaigr vinh vini vins violo violã viool vis viss vitell vizinh vlee vlek"
        " vlekk vlieg vliegtuig vliegveld vlinder voetbal voetballer vogel volp vongol vovó voyag vriend vriendi"
        " vriezer vrouw vuurwerk vélo vétérinair vêtement "
    ),
    "w": (
        " wakacj wandel wandeling wann warszaw warzyw wasmachin waterkoker wedstrijd wereldkampio wesel weterynarz"
        " wiadr wielbłąd wieprzowin wiersz wierszyk wież wigili wijn wilk wina wino winogron wiosn wisienk wiśn wnuczk"
        " wnuk wol wolk wond woonkamer worst wortel wołowin wrocław wujek wycieczk wódk wąsy wątrob wędlin włos "
    ),
    "x": " xamp xícar ",
    "y": " yaourt yoghurt ",
    "z": (
        " zain zając zakopan zalm zandkasteel zanzar zee zeeland zeep zeeuw zegarek zia ziekenhui ziemniak zima zimy"
        " zimą zio zlew zmarszczk zolder zomer zon zonnebrand zoo zoológic zoon zoutj zucc zucchin zupa zupp zupy zus"
        " zwanger zwangerschap zwembad zwemm ząb zęba zęby "
    ),
    "á": " árbitr ",
    "â": " âne ",
    "é": " échalot écharp écol écureuil églis épaul épic épicer épinard évier ",
    "î": " île ",
    "ó": " ócul ",
    "ô": " ônibu ",
    "ł": " łazienk łokieć łosoś łyżeczk łyżk łóżk ",
    "œ": " œuf œufs ",
    "ś": " ślimak śliwk ślub śmietan śniadan śniadani śnieg święt ",
    "ź": " źrebi ",
    "ż": " żaba żaglówk żeberk żona żoni żony żołądek żubr żurek żyraf ",
}
"""Initial -> words without their endings, each between blanks."""
_ENDINGS = (
    "ami", "ach", "owi", "ego", "iem", "ów", "om", "em", "ie", "en", "es", "as", "os", "a", "e", "i", "o", "u",
    "y", "ą", "ę", "s", "n", "x",
)  # fmt: skip
SHORTEST = 4
"""Letters that are left of a word without its ending."""


def is_everyday_abroad(word: str) -> bool:
    """Whether a word in lower case is a form of one of them."""
    return f" {strip_ending(word)} " in _STEMS.get(word[:1], "")


def strip_ending(word: str) -> str:
    """A word without the ending of its number or case, the longest one first."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) >= len(ending) + SHORTEST:
            return word[: -len(ending)]
    return word
