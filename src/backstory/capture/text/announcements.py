"""Words with which a person announces rules: what holds beyond the task at hand, and what follows such a line.

Patterns of `Sentence.plain`.
"""

from typing import Final

from backstory.capture.text.cues import PLACE
from backstory.capture.text.patterns import Pattern

LASTS: Final = Pattern(
    r"\b(?:always|never|ever|every ?time|whenever|from now on|going forward|henceforth|in (?:the )?future|generally"
    rf"|as a rule|remember|rules?|conventions?|guidelines?|principles|policy|decided|in (?:this|our) {PLACE}|immer"
    r"|nie(?:mals)?|stets|\w*regeln?|agreements?|toujours|jamais|règles?|siempre|nunca|reglas?)\b|始终|总是|永远"
    r"|规则|必ず|常に"
)
"""Words that say that something holds beyond the task at hand."""
HEADER: Final = Pattern(
    r"^(?:[\w']+,? ){0,9}(?:things?|points?|remarks?|rules?|constraints?|conventions?|principles?"
    r"|requirements?|sachen?|dinge?|eins|punkte?|regeln?|choses?|points?|règles?|cosas?|puntos?|reglas?|cose|regole"
    r"|coisas|regras)\b"
    r"[^:.!?]{0,90}:\s+(?=\S)"
)
"""`two things that hold here generally: `"""
HEADER_WORDS: Final = Pattern(
    r"\b(?:rules?|conventions?|hold|holds|stands? for|generally|general|always|remember|respect|stick to"
    r"|keep to|apply|applies"
    r"|keep in mind|watch|never|house|ground|binding|non-?negotiable|matters?|counts|goes for|for good|einhalten"
    r"|gelten|gilt|immer|grundsätzlich|beachten|merken|toujours|valent|valables?"
    r"|siempre|valen|vale|respetar|respecter|vaut|sempre|valgono|valem)\b"
)
ACTS_ON: Final = Pattern(
    r"^(?:[\w'’]+,? ){0,8}?(?:rename|renumber|re-?order|sort|delete|remove|drop|disable|enable|move|copy|re-?format"
    r"|refactor|swap|split|merge|group|migrate|port|convert|parse|generate|alphabeti[sz]e|de-?duplicate|comment out"
    r"|benenne|sortiere?|lösche?|entferne?|verschiebe?|nummeriere?|renomme|trie|supprime|déplace|renombra|ordena"
    r"|elimina|borra|mueve)"
    r" (?:[\w'’-]+ ){0,3}?(?:things?|points?|rules?|constraints?|conventions?|principles?|requirements?|punkte?|regeln?"
    r"|points?|règles?|puntos?|reglas?)\b[^:.!?]{0,90}:"
)
"""`rename the rules: A to B`: an order about rules that are there, and none that lays one down."""
OF_PRODUCT: Final = Pattern(
    r"\b(?:validation|business|pricing|css|style ?sheet|lint(?:er|ing)?|firewall|routing|rewrite|access|security"
    r"|matching|discount|tax|game|grammar|parsing|mapping|sorting|scoring|detection|alert(?:ing)?|database"
    r"|foreign key|unique|check|spam|cache|proxy|redirect) (?:rules?|constraints?|requirements?)\b"
)
"""Rules that the product has, and not those of the work on it."""
ANNOUNCEMENT: Final = Pattern(
    r"\b(?:what|which|(?<=\w )(?:that|this)|(?:that|this)(?=[^:]*:)"
    r"|(?:a few|some|two|three|these|the following) (?:things?|rules?|points?|conventions?))"
    r" (?:always |generally |also )?(?:appl(?:y|ies)|holds?|goes|is true|counts)(?: here)? (?:to|for|in|on)"
    r" (?:all|any|each|every\w*|whatever)\b"
    r"|\bso (?:that )?(?:i|we) (?:need not|don't (?:need|have) to|do not (?:need|have) to|won't have to|never have to)"
    r" (?:repeat|say|explain)\b"
    r"|\b(?:i|we)(?:'ll| will)? (?:only |just )?(?:say|write|tell|mention|repeat)"
    r"(?: (?:it|this|that|them|these|you)){0,2}(?: only| just)? once\b(?! (?:a|per|every|more|the|it|we|you|i)\b)"
    r"|\b(?:here(?:'s| is)|this is|(?:tell|explain|comment|show) (?:you )?(?:also )?) ?how (?:we|i) (?:always |usually"
    r" )?(?:work|do things)\b(?! (?:around|out|with (?:it|that|this)))|\bso arbeiten wir hier\b"
    r"|\bvoilà comment on travaille|\basí (?:es como )?trabajamos\b"
    r"|^(?:[\w'·]+,? ){0,6}(?:ground|house|general|basic|standing) rules\b[^:?]{0,60}$"
    r"|\b(?:a few|some|two|three|the) (?:things|rules|points|conventions|notes|words) (?:about|on|for|of) (?:how we"
    rf"|work(?:ing)? (?:here|in|on)|this {PLACE}|our {PLACE}|contribut\w+)\b"
    r"|\b(?:std|standard|usual|house|basic|general|common) (?:stuff|rules|things|conditions|conventions)"
    rf" (?:here\b|(?:for|of|in|on) (?:this|our) {PLACE}\b)"
    r"|\b(?:the )?(?:conditions|rules|conventions|constraints|terms) (?:under|by|with) which we\b"
    r"|\b(?:paar|einige|zwei|drei|folgende) (?:sachen|dinge|regeln|punkte)\b.{0,30}\b(?:hier|immer|grundsätzlich)\b"
    r"|\b(?:quelques|deux|trois) (?:règles|choses|points)\b.{0,30}\b(?:ici|toujours)\b"
    r"|\b(?:algunas|dos|tres) (?:reglas|cosas)\b.{0,30}\b(?:aquí|siempre)\b"
    r"|\b(?:was|folgendes) (?:hier |immer |grundsätzlich )*(?:für (?:alle?[nrs]?|jede[nrs]?)\b.{0,40} )?gilt\b"
    r"|\bce qui vaut (?:ici |toujours )?pour (?:tou[st]\w*|chaque)\b"
    r"|\blo que (?:vale|rige|aplica) (?:aquí |siempre )?(?:para|a) (?:tod\w+|cada)\b"
)
"""`Let me mention what applies to every contribution here.` What follows in its paragraph are rules."""
_RULES: Final = (
    r"(?:(?:ground |house |working |basic )?(?:rules?|conventions|constraints|guidelines|reminders|customs)"
    r"|(?:haus|grund|spiel)?regeln?|konventionen|vorgaben|règles?|consignes?|contraintes|reglas?|normas"
    r"|convenciones|(?:huis|spel)?regels?|afspraken|regol[ae]|convenzioni|vincoli"
    r"|regras?|convenções|zasad[ay]?|reguł[ay]?)"
)
_HESITATES: Final = (
    r"hm+|uh+m*|er+m*|let me (?:think|see|remember|recall)|let's see|as far as i remember|where do i start|mal (?:sehen"
    r"|überlegen)|lass mich|voyons|laisse[sz]?-moi|déjame|a ver|deixa[- ]?(?:eu|me)|vamos ver|fammi|vediamo|even denken"
    r"|eens kijken|niech pomyślę"
)
"""With what somebody goes on who has to recall them."""
_TELLS: Final = r"(?:told|asked|wants?|wanted|insists? on|said|expects?|demands?|requires?|gave|laid down|set)"
LISTS_RULES: Final = Pattern(
    rf"\b(?:stuff|things?|points?|list|conditions|requests|demands|wishes) (?:that |which )?(?:the |my |our |their )?"
    rf"[\w·'-]+(?: [\w·'-]+)? {_TELLS}\b[^.:;?!]{{0,30}}:$"
    r"|\bi(?:'ve| have)(?: got)? a (?:short |little |whole |small )?list(?:,? (?:since|because|as|that|which)\b"
    r"[^.:;?]{0,90})?[.:]?$"
)
"""How somebody brings a list of them without that word: `stuff the coop told us:`, `I've a list, since ...`"""
_WIDE_RULES: Final = (
    r"(?:(?:我们|咱们|我|本|这个|以下|下面|几[条个]|[一二两三四五六\d]+[条点]|先说|先定|还有|补充|新增|开发|项目"
    r"|仓库|代码|编码|协作|团队|提交"
    r"|工作|基本|通用|的|は?|この|以下|次|いくつか|開発|作業|プロジェクト|リポジトリ|コーディング|コミット|運用|基本"
    r"|チーム|うち|の"
    r"|작업|개발|프로젝트|저장소|코딩|커밋|공통|기본|우리|팀|몇 가지|다음|의)[，,、 ]*){0,5}"
    r"(?:规则|规矩|規矩|约定|約定|规范|守则|ルール|規約|決まりごと?|お約束|約束事|규칙|원칙|컨벤션|약속)"
    r"(?:如下|是|は(?:以下|次)の(?:通り|とおり)(?:です)?|です|(?:은|는)? ?(?:다음과 같아|이래|이렇게)요?)?"
)
"""What names the rules of the work and not those of the product, which check, match or price something."""
NAMES_RULES: Final = Pattern(
    r"^(?:(?:oh|ah|ach|and|also|ok|okay|so|now|well|right|good|fine|first|then|btw|by the way|ahora|bueno|jetzt"
    r"|nun|(?:please |do |bitte |por favor |s'il te plaît )?(?:note|mind|observe|respect|follow|stick to|bear in mind"
    r"|keep(?: in mind| to)?|remember|beachte|merk dir|denk an|notez?|respecte[sz]?|suis|recuerda|respeta"
    r"|ten en cuenta)"
    r"|please|bitte|por favor"
    r"|maintenant|let me"
    r" (?:also )?(?:tell|give) you(?: also)?|i(?:'ll| will) (?:also )?(?:tell|give) you|before (?:i forget|you"
    r" (?:start|begin|write|do|change|touch)(?: (?:anything|with this|on it))?)"
    r"|(?:while|since|as) (?:you|we|i)(?:'re| are|'m| am) (?:at it|here|there|on it)"
    r"|while i(?:'m| am)? (?:think of|thinking of|remember) (?:it|that)"
    r"|so (?:that )?(?:i|we) (?:don't|do not|won't) forget(?: (?:it|them|that|later))?|for the record"
    r"|damit (?:ich es|ich's|wir es) nicht vergessen?|(?:bevor|ehe) ich(?:'s| es) vergesse"
    r"|wo (?:wir|du) (?:schon |gerade )?dabei (?:sind|bist)|tant que j'y pense|avant que j'oublie|pour ne pas oublier"
    r"|puisqu'on y est|antes de que se me"
    r" olvide|ya que estamos"
    r"|und|also|noch|hier|et|puis|y|en|oké|dan|e|i)"
    r"[\s,.!:]+){0,4}"
    r"(?:(?:an?|one|two|three|four|five|a few|some|several|a couple of|our|my|the|these|other|more|further|another|last"
    r"|usual|hard|standing|small|quick|quelques|une|deux|trois|autre|encore|nos|mes|les|petites|paar|ein|eine|einige"
    r"|zwei"
    r"|drei|noch|weitere|unsere|meine|die|algunas|unas|una|dos|tres|otra|las|nuestras|mis|enkele|een|twee|drie|nog"
    r"|onze|de|alcune|due|tre|un'altra|le|nostre|algumas|umas|duas|três|outra|nossas|as|kilka|parę|dwie|trzy|jeszcze"
    rf"|jedna|nasze)\s+){{0,4}}{_RULES}"
    r"(?:,? (?:before|since|as|because|so|bevor|weil|da|damit|avant|puisque|car|comme|antes|porque|ya que|voordat"
    r"|omdat|want|prima|perché|bo|zanim)\b[^.:;?!]{3,90}"
    r"|,? (?:while (?:you(?:['’]re| are)|we(?:['’]re| are)|i(?:['’]m| am)) (?:at it|here|there|on it)|while i think of"
    r" it|wo du (?:schon )?dabei bist|pendant que tu y es|ya que estás)"
    r"| (?:here|for (?:this|the|all|any|our|work|you)|in (?:this|our|here)|of (?:the house|this|ours)|around here"
    r"|that (?:always )?(?:hold|apply|count)|we (?:have|follow|keep)|up ?front|hier|für (?:dieses|die|alle)|vorab"
    r"|vorweg|noch|de la maison|du projet|d'ici|de la casa|del proyecto|para|van het huis|voor|della casa|per|da casa)"
    r"\b[^.:;,?!]{0,60})?"
    rf"(?:,? (?:{_HESITATES})\b[^.:;?!]{{0,60}})?"
    r"(?:(?:,| que| qu'| that| which| die| che| dat) ?[^.:;?!]{2,90}(?=\s?:(?:\s|$)))?"
    r"(?:\s?:\s|\s?[.!:]*$)"
    r"|^(?:(?:oh|and|ok|also|und|ach|et|y|en)[\s,]+){0,2}(?:one (?:more|other|last)|another|noch eine|encore une"
    r"|otra|una más|nog een|un'altra|outra) "
    rf"{_RULES}(?P<comma>,) "
    r"|^(?:conditions|bedingungen|condiciones|condizioni|condições|voorwaarden|warunki)\s?:\s(?=[^.]*,[^.]*,)",
    wide=rf"^{_WIDE_RULES}(?P<comma>(?!))?(?:\s?[：:]\s*|[。.！!]*$)",
)
"""A sentence, or its beginning, that names rules and nothing else: `a few conventions, since you are new here.`"""
ENDS_RULES: Final = Pattern(
    r"^(?:please|now|for now|for my|here|there|then|next|when|once|after|before|could|can|would|will|shall"
    r"|today|first|let's"
    r"|let us|thanks?|as for|regarding|back to|in the meantime|meanwhile|bitte|jetzt|nun|wenn|also|dann"
    r"|maintenant|ahora|merci|gracias|danke)\b"
    r"|^(?:the|my|our|your|today's) (?:[\w-]+ )?"
    r"(?:bug|task|problem|issue|error|fault|test|ticket|job|symptom|question|goal)(?: [\w-]+){0,3}: "
    r"|^(?:so|but|i|we|you)\b"
    r"(?!.{0,40}\b(?:no|not|never|don't|dont|do not|nothing|nobody|only|always|must|keep|have to)\b)",
    wide=r"^(?:现在|現在|今天|先|然后|那么?|接下来|帮我|麻烦|好[的了]?|请先|まず|では|じゃあ|それでは|今回|次に"
    r"|今日は|이제|그럼|우선|오늘은?|일단)",
)
"""What brings a paragraph back from its rules to the work at hand."""
GOES_ON: Final = Pattern(
    r"^(?:(?:oh|ah|ach|ok|yes|right)[,.! ]+)*(?:and|also|plus|y|además|también|et|aussi|und|außerdem|ferner"
    r"|second(?:ly)?|third(?:ly)?|the other|another|next|finally|last(?:ly)?)\b"
)
_OPENS: Final = (
    r"(?:i|we|you|hope|have|want|would|like|do|not|don't|mind|if|may|might|let|me|name|mention|here|are|is|a|an|of"
    r"|to|few|some|two"
    r"|three|four|my|our|the|these|following|basic|ground|house|working|general|standing|ein|eine|paar|einige|drei"
    r"|zwei|meine"
    r"|unsere|die|hier|sind|ich|habe|quelques|les|nos|mes|voici|unas|las|mis|nuestras|algunas|estas|before|first|and"
    r"|so|please)"
)
RULES_FOLLOW: Final = Pattern(
    rf"^(?:{_OPENS}[\s,]+){{0,10}}(?:rules|ground rules|conventions|working agreements|agreements|principles"
    rf"|\w*regeln|konventionen"
    r"|règles(?: de base| du projet)?|conventions|reglas(?: básicas| del proyecto)?|normas|convenciones)"
    r"(?:,? (?:here|if (?:i|we) may|please|upfront|vorweg|vorab|zum anfang|für (?:dieses|das|dich|alle)\b.*"
    r"|pour (?:ce|toi|tou)\w*.*"
    r"|para (?:este|ti|tod)\w*.*))?\W*$|"
    r"^(?:\W|\d+[.)])*(?:(?:the|our|my|some|these|following|general|project|repo(?:sitory)?|coding|code|house|ground"
    r"|hard"
    r"|global|team|working|work|style|git|commit|testing|critical|important|core|basic|key|strict|additional|further"
    r"|more|extra|other|some|two|three|four|few|and"
    r"|please|here are)\W+)*(?:rules?|conventions?|guidelines?|regeln|règles|reglas)\b"
    r"(?:,[^:;?!]{2,90}"
    r"| (?:here|if (?:i|we) may|please|for (?:me|this|the|our|all|any|every|you|agents)|of (?:this|the|our)"
    r"|in (?:this|the|our)|that|to"
    r" (?:follow"
    r"|keep|respect|remember)|we|you|always|hold|apply|are)\b.*)?\W*$|\b(?:add|update|change|put|write|include"
    r"|extend|improve)\b.{0,40}\brules?\b|\b(?:keep to|stick to|abide by)\b"
    r"|\b(?:how|the way) (?:we|things) (?:work|do (?:it|this|things)|are done|go)\b[^:;?!]{0,30}\W*$"
    r"|\bconditions under which we work\b|\bwie (?:wir (?:hier |bei uns )?arbeiten|es (?:hier|bei uns) läuft)\b"
    r"|\bcomment (?:on|nous) travaill\w+\b|\bcómo trabajamos\b",
    wide=rf"^\W*{_WIDE_RULES}\W*$",
)
"""A heading of rules for good; `stub rules` are those of a task."""
ADOPTS: Final = Pattern(
    r"(?:(?:ok|and|also|the|our|my|some|these|house|ground)\W+){0,4}"
    r"(?:rules|conventions|guidelines|regeln|règles|reglas)\b,"
)
"""How somebody makes what they quote rules of their own: `rules, pasted from our guide:`"""
