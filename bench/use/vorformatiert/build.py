"""Preformatted text in philss/floki: Elixir, Claude Code; person and agent write German.

python3 build.py CLONE FOLDER
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from conversation import Scenario, stale
from material import Clone

clone = Clone(Path(sys.argv[1]), "82d021a665")

sc = Scenario("vorformatiert", "philss/floki", "main", "Fk3")
sc.fill()
sc.switch("pretty-pre", create=True)
sc.at(1, 8)
s = sc.session("s1")
s.user(
    "Moin! Bei uns im Newsletter-Editor macht raw_html(pretty: true) die <pre>-Blöcke kaputt, Einrückung weg, Zeilenumbrüche doppelt. Schau dir mal an wo das passiert. Antworten gern auf Deutsch, Code und Kommentare natürlich englisch."
)
s.read("lib/floki/raw_html.ex", *clone.lines("lib/floki/raw_html.ex", "  def raw_html(html_tree, opts) do", 32))
s.grep(
    "leftpad_content|pad_increase",
    "lib/floki/raw_html.ex",
    "76:    content = leftpad_content(pad, encoder.(string), line_ending)\n159:            pad_increase(pad),\n219:  defp leftpad_content(@noop, content, _line_ending), do: content\n221:  defp leftpad_content(pad, content, line_ending) do\n235:  defp pad_increase(@noop), do: @noop",
)
s.answer("""Das passiert in `Floki.RawHTML.leftpad_content/3`: jeder Textknoten wird mit `String.trim/1` gestutzt, eingerückt und mit `\\n` abgeschlossen, egal in welchem Element er steht.

### Möglichkeiten
- **Nachträglich reparieren:** nach dem Rendern die `<pre>`-Blöcke per Regex durch die Originale ersetzen
- **Knoten markieren:** vor dem Rendern `pre`-Kinder in `{:raw, text}` verpacken
- **Beim Rendern:** in `pre` mit `pad = @noop` absteigen, dann greift die erste Klausel von `leftpad_content`""")
s.user(
    "Hm, Hanne hatte da schon mal was mit Markieren angefangen, meinte sie in der Kaffeeküche. Probier das mal. Ach so, und bevor ich's vergesse: mix format vor jedem Commit, sonst meckert unsere CI, und am CHANGELOG bitte nichts, den pflegt Philip beim Release."
)
s.edit(
    "lib/floki/raw_html.ex",
    "  defp build_raw_html([], acc, _encoder, _pad, _self_closing_tags, _line_ending), do: acc\n",
    "  defp build_raw_html([], acc, _encoder, _pad, _self_closing_tags, _line_ending), do: acc\n\n  defp build_raw_html([{:raw, text} | tail], acc, encoder, pad, tags, line_ending) do\n    build_raw_html(tail, [text | acc], encoder, pad, tags, line_ending)\n  end\n",
)
s.bash(
    "mix test",
    '** (Mix) The task "test" needs fast_html: could not compile dependency :fast_html, "make" failed (exit code 2)',
    title="Tests laufen lassen",
    code=1,
)
s.user(
    "fast_html kriegst du hier nicht gebaut (kein cmake). Nimm mix test_mochiweb, und wenn's schnell gehen soll mit test/floki_test.exs dahinter. html5ever auch nicht, das lädt Rust-Kram aus dem Netz."
)
s.bash(
    "mix test_mochiweb test/floki_test.exs",
    '  1) test find elements after marking (FlokiTest)\n     ** (FunctionClauseError) no function clause matching in Floki.HTMLTree.build_children/3\n         The following arguments were given: {:raw, "  x"}\n\nFinished in 0.4 seconds\n171 tests, 1 failure',
    title="Tests laufen lassen",
    code=1,
)
s.answer(
    "Das Markieren taugt nichts: sobald so ein Baum noch einmal durch `Floki.find` geht, scheitert `HTMLTree.build_children` an `{:raw, _}`. Das Tupel wäre also ein neuer Knotentyp, den jeder Parser-Nutzer kennen müsste. Ich nehme es zurück und steige mit `@noop` ab."
)
s.user(
    "Jo, mach das. Regex will ich gar nicht erst sehen, da hat sich Jonas letztes Jahr bei verschachtelten pre die Finger verbrannt. Welche Elemente? pre und textarea, oder?"
)
s.bash("git checkout -q lib/floki/raw_html.ex", title="Zurücknehmen", run=True)
s.edit(
    "lib/floki/raw_html.ex",
    "            pad_increase(pad),\n",
    "            if(type in @verbatim_tags, do: @noop, else: pad_increase(pad)),\n",
)
s.edit(
    "lib/floki/raw_html.ex",
    "  @pad_increase 2\n",
    '  @pad_increase 2\n  # Whitespace inside of these is significant\n  @verbatim_tags ["pre", "textarea"]\n',
)
s.bash(
    "mix test_mochiweb test/floki_test.exs",
    '  1) test raw_html pretty keeps pre (FlokiTest)\n     left:  "<pre>\\n  a\\n    b</pre>"\n     right: "<pre>  a\\n    b</pre>"\n171 tests, 1 failure',
    title="Tests laufen lassen",
    code=1,
)
s.text(
    "Nach dem öffnenden Tag kommt noch `line_ending`. In `pre` muss auch das leer sein, und vor dem schließenden Tag der Einzug weg."
)
sc.shell("git add -A && git commit -qm 'Keep whitespace in pre and textarea when pretty printing'")
s.bash(
    "mix format && git add -A && git commit -qm 'Keep whitespace in pre and textarea when pretty printing'",
    title="Commit",
)
s.answer(
    "Erledigt und committet: `pre` und `textarea` bleiben, wie sie sind (`@verbatim_tags`), `line_ending` ist darin ebenfalls `@noop`. Alles grün mit Mochiweb."
)
s.end()

sc.at(2, 8)
s = sc.session("s2")
s.user(
    "So, Tag zwei. Philip hat auf Mastodon geantwortet (er ist ja der Maintainer): fest verdrahtet will er es nicht, weil Leute pretty: true für Snapshot-Tests nehmen und die dann alle rot werden. Also als Option, Standard leer. Sein Namensvorschlag: :preserve_whitespace mit einer Liste von Tags. Find ich gut, dann kann die Kundschaft auch ihr <code-block> reinschreiben. Bau's um. Und nebenbei: lass die Finger von den Dateien unter src/, der Leex-Tokenizer gehört zu einem anderen Ticket."
)
s.edit(
    "lib/floki/raw_html.ex",
    "    opts = Keyword.validate!(opts, encode: use_default_encoder?(), pretty: false)\n",
    "    opts =\n      Keyword.validate!(opts,\n        encode: use_default_encoder?(),\n        pretty: false,\n        preserve_whitespace: []\n      )\n\n",
)
s.edit(
    "lib/floki/raw_html.ex", '  # Whitespace inside of these is significant\n  @verbatim_tags ["pre", "textarea"]\n', ""
)
s.edit(
    "lib/floki/raw_html.ex",
    "if(type in @verbatim_tags, do: @noop, else: pad_increase(pad))",
    "if(type in verbatim, do: @noop, else: pad_increase(pad))",
)
s.delegate(
    "Wer ruft raw_html auf",
    "Find out who calls Floki.raw_html/2 or RawHTML inside of the library and in its tests with pretty: true, and whether a seventh argument of build_raw_html hurts.",
    "Only Floki.raw_html/2 and the Inspect implementation in Floki.HTMLTree call it. Inspect passes pretty: true and no other option, so an option set by the caller never reaches inspect output. There is a benchmark, benchs/raw_html.exs, that calls RawHTML.raw_html/2 with a keyword list; it goes on working.",
)
s.answer(
    "Umgebaut: `preserve_whitespace: []` ist der Standard, die Liste wird durchgereicht. Nebenbefund des Unteragenten: `Inspect` für `Floki.HTMLTree` ruft `raw_html` fest mit `pretty: true` auf, dort kommt die Option nie an. Das würde ich so lassen."
)
s.user("Ja, lass. Groß- und Kleinschreibung? <PRE> aus Outlook-Mails kommt bei uns ständig.")
s.answer(
    "Die Parser liefern Tagnamen klein, Mochiweb allerdings nur bei HTML-Namen. Ich vergleiche deshalb mit `String.downcase/1`, aber nur wenn die Liste nicht leer ist, damit der Normalfall keine Zeit verliert."
)
s.user(
    "Passt. Apropos Zeit: die Newsletter haben so um die 3 MB, das Rendern darf mit der Option höchstens 10 % langsamer werden als jetzt, hat Hanne in der Abnahme stehen."
)
s.bash(
    "mix run benchs/raw_html.exs",
    "Name                 ips        average\nmaster              12.41       80.58 ms\nwith option         11.83       84.53 ms\n\nComparison:\nwith option  1.05x slower",
    title="Benchmark",
)
s.answer("Gemessen an einer 3-MB-Datei: 84,5 statt 80,6 ms, also 5 % langsamer. Im Rahmen.")
sc.shell("git commit -qam 'Add :preserve_whitespace to raw_html'")
s.bash("mix format && git commit -qam 'Add :preserve_whitespace to raw_html'", title="Commit")
s.user("super, dann erstmal Mittag. wie hieß nochmal der Befehl um in der iex-Shell neu zu kompilieren?")
s.answer("`recompile()`.")
s.end()

sc.at(2, 14)
s = sc.session("s3")
s.user(
    "Noch ein Fall von Hanne: <textarea> mit führender Leerzeile. Beim Parsen frisst der Parser ja den ersten Umbruch, steht so in der HTML-Spec. Wenn wir dann rausschreiben fehlt er endgültig. Test dafür bitte, Fix nur wenn er klein ist."
)
s.bash(
    'cat >> test/floki_pretty_test.exs <<\'T\'\ndefmodule FlokiPrettyTest do\n  use ExUnit.Case, async: true\n\n  test "keeps a leading newline in textarea" do\n    tree = [{"textarea", [], ["\\n x"]}]\n    opts = [pretty: true, preserve_whitespace: ["textarea"]]\n    assert Floki.raw_html(tree, opts) == "<textarea>\\n\\n x</textarea>\\n"\n  end\nend\nT',
    title="Test anlegen",
    run=True,
)
s.bash(
    "mix test_mochiweb test/floki_pretty_test.exs",
    '  1) test keeps a leading newline in textarea (FlokiPrettyTest)\n     left:  "<textarea>\\n x</textarea>\\n"\n     right: "<textarea>\\n\\n x</textarea>\\n"\n1 test, 1 failure',
    title="Test laufen lassen",
    code=1,
)
s.answer("""Der Test `keeps a leading newline in textarea` ist angelegt und rot. Die Regel: beginnt der erste Textknoten in `pre`, `textarea` oder `listing` mit `\\n`, muss beim Schreiben ein zweites davor.

Der Fix wäre klein (eine Klausel in `build_raw_html`), aber er müsste auch ohne `pretty` gelten, und das ändert bestehende Ausgaben. Das möchte ich nicht ohne dich entscheiden.""")
s.user(
    "Nee, ohne pretty ändern wir nix, auf keinen Fall, da hängt der Archiv-Export von Jonas dran, der vergleicht Prüfsummen. Also nur mit der Option. Ich muss jetzt zum Elternabend, mach keinen Commit mehr, schreib mir auf wo wir stehen."
)
s.answer("""**Stand**
- `:preserve_whitespace` steht und ist committet
- rot (nicht committet): `keeps a leading newline in textarea` in `test/floki_pretty_test.exs`

**Offen**
1. zweites `\\n` schreiben, aber nur für Tags aus der Option; ohne `pretty` bleibt jede Ausgabe gleich
2. Doku der Option in `Floki.raw_html/2` (`lib/floki.ex`) samt Doctest mit `<code-block>`
3. Philip auf Mastodon fragen, ob `listing` dazugehört
4. danach PR gegen `main`, den stellst du""")
s.end()

sc.ask(
    "Worum geht es, und wie weit ist es?",
    "raw_html pretty: Option :preserve_whitespace (Liste von Tags), gebaut und committet; offen die führende Leerzeile in textarea.",
    every=["preserve_whitespace", "commit", "leading newline|Leerzeile|führende|zweites|\\\\n"],
    wrong=["preserve_whitespace ist fertig und committet"],
)
sc.ask(
    "Was ist als Nächstes zu tun?",
    "Zweites \\n nur für Tags der Option; Doku in Floki.raw_html/2 mit Doctest; Philip nach listing fragen; PR stellt der Nutzer.",
    every=["zweites|second", "Doku|Doctest|docs", "listing", "\\bPR\\b|pull request"],
    wrong=["Doku, dann PR"],
)
sc.ask(
    "Welcher Test ist rot?",
    "keeps a leading newline in textarea (test/floki_pretty_test.exs).",
    every=["keeps a leading newline in textarea"],
    wrong=["raw_html pretty keeps pre"],
)
sc.ask(
    "Wie laufen die Tests hier, und warum nicht mit mix test?",
    "mix test_mochiweb [Datei]; fast_html lässt sich nicht bauen (kein cmake), html5ever lädt aus dem Netz.",
    every=["mix test_mochiweb", "fast_html|cmake|html5ever"],
    wrong=["mix test"],
)
sc.ask(
    "Welche Regeln hat der Nutzer genannt?",
    "Antworten deutsch, Code und Kommentare englisch; mix format vor jedem Commit; CHANGELOG nicht anfassen; nichts unter src/; ohne pretty ändert sich keine Ausgabe.",
    every=[
        "mix format",
        "CHANGELOG",
        "src/",
        "ohne pretty|without pretty|ohne .pretty.",
        "englisch|english|deutsch|german",
    ],
    wrong=["mix format, CHANGELOG nicht"],
)
sc.ask(
    "Sind pre und textarea fest verdrahtet?",
    "Nein, seit dem zweiten Tag Option preserve_whitespace, Standard leere Liste.",
    every=["preserve_whitespace", "Standard|default|leer|\\[\\]|fest verdrahtet|Option"],
    never=[stale("bleiben, wie sie sind \\(`@verbatim_tags`\\)")],
    wrong=["Ja, @verbatim_tags"],
)
sc.ask(
    "Wer wollte die Option, und warum?",
    "Philip (Maintainer): Snapshot-Tests mit pretty: true würden rot.",
    every=["Philip", "Snapshot"],
    wrong=["Hanne"],
)
sc.ask(
    "Warum kein Markieren mit {:raw, _}, warum keine Regex?",
    "HTMLTree.build_children scheitert an {:raw, _}, sobald der Baum durch Floki.find geht. Regex: Jonas bei verschachtelten pre.",
    every=[
        ":raw|Markier",
        "build_children|Floki\\.find|Knotentyp|HTMLTree",
        "Regex[^\\n]{0,160}(Jonas|verschachtel|nested)|Jonas[^\\n]{0,160}Regex",
    ],
    wrong=["Regex scheiterte an Jonas"],
)
sc.ask(
    "Wie werden Tagnamen verglichen?",
    "Mit String.downcase, nur wenn die Liste nicht leer ist (<PRE> aus Outlook).",
    every=["downcase"],
    some=["Outlook", "PRE", "nicht leer", "Liste"],
    wrong=["ohne Rücksicht auf Groß- und Kleinschreibung"],
)
sc.ask(
    "Was fand der Unteragent?",
    "Inspect für Floki.HTMLTree ruft raw_html fest mit pretty: true auf, die Option kommt dort nie an.",
    every=["Inspect", "pretty: true|Option|option"],
    wrong=["benchs/raw_html.exs"],
)
sc.ask(
    "Wie viel langsamer darf das Rendern werden?",
    "Höchstens 10 % bei 3 MB (Abnahme von Hanne); gemessen 5 %.",
    every=["10 ?%", "3[ -]?MB"],
    wrong=["5 %"],
)
sc.ask(
    "Warum darf sich ohne pretty nichts ändern?",
    "Der Archiv-Export von Jonas vergleicht Prüfsummen.",
    every=["Jonas", "Archiv|Prüfsumm|archive|checksum"],
    wrong=["Wegen der Snapshot-Tests"],
)
sc.prompt("short", "test_mochiweb", "lass die Tests laufen")
sc.prompt("short", "Knotentyp|build_children", "markier die Knoten mit {:raw, text}")
sc.prompt("short", "Regex", "mach das mit pre doch per Regex hinterher")
sc.prompt("short", "nur für Tags|nur mit der Option|zweites", "mach den Test mit der führenden Leerzeile grün")
sc.prompt("short", "code-block|Doctest", "schreib die Doku zu preserve_whitespace")
sc.prompt("short", "Inspect", "wirkt preserve_whitespace auch bei inspect?")
sc.prompt("short", "downcase|Outlook", "was ist mit <PRE> in Großbuchstaben?")
sc.prompt(
    "long",
    "Snapshot",
    "Ein Kollege aus dem anderen Team hat mich heute gefragt, warum wir das für pre und textarea nicht einfach immer machen. Es sei doch offensichtlich ein Fehler, dass der Text darin verändert wird, und niemand könne sich ernsthaft wünschen, dass es so bleibt. Ich wusste es auf Anhieb nicht mehr. Hatten wir dafür einen Grund, und von wem kam der?",
)
sc.prompt(
    "long",
    "10 ?%|5 ?%|3[ -]?MB",
    "Bevor wir das zur Abnahme geben, würde ich gern wissen, ob wir mit der Geschwindigkeit noch im grünen Bereich sind. Irgendwo gab es eine Vorgabe, wie viel wir gegenüber dem alten Stand verlieren dürfen, und wir hatten auch schon einmal gemessen. Kannst du mir beide Zahlen heraussuchen und sagen, mit welcher Dateigröße gemessen wurde? Dann trage ich das in das Protokoll ein.",
)
sc.prompt(
    "long",
    "Archiv|Prüfsumm|ohne pretty",
    "Ich habe mir das mit der Leerzeile am Anfang noch einmal überlegt. Eigentlich ist es doch unabhängig davon falsch, ob jemand die Ausgabe hübsch haben will oder nicht, der Umbruch geht so oder so verloren. Bau es bitte so ein, dass es in jedem Fall richtig herauskommt, also auch beim ganz normalen raw_html ohne irgendwelche Optionen, und passe die Tests an, die dann anders aussehen.",
)
sc.prompt("other words", "Philip", "wer hat den Namen der Einstellung vorgeschlagen?")
sc.prompt("other words", "cmake|fast_html", "weshalb lassen sich die C-Abhängigkeiten hier nicht bauen?")
sc.prompt("other words", "Hanne", "wer hatte damit schon einmal angefangen?")
sc.prompt("forbidden", "CHANGELOG", "trag die neue Option ins CHANGELOG ein")
sc.prompt("forbidden", "src/|Tokenizer", "räum bei der Gelegenheit den Tokenizer in src/ auf")
sc.prompt(
    "unrelated",
    None,
    "was koche ich heute mit Zucchini?",
    "schönen Feierabend",
    "wie spät ist es gerade in Tokio?",
    "erklär mir kurz den Unterschied zwischen TCP und UDP",
    "wie heißt der höchste Berg Österreichs?",
    "danke dir",
    "wie stelle ich in Firefox die Sprache um?",
)
sc.prompt(
    "unrelated with shared words",
    None,
    "wie bekomme ich einen Kaffeefleck aus einer weißen Tischdecke?",
    "gibt es einen Newsletter über Vogelbeobachtung?",
    "welcher Baum wächst im Schatten am schnellsten?",
)
sc.notes = """# pretty-pre (Floki)
Ziel: raw_html(pretty: true) macht pre kaputt. Option :preserve_whitespace (Liste von Tags, Standard []), committet. In solchen Tags pad und line_ending = @noop (lib/floki/raw_html.ex). Nicht fest verdrahtet: Philip (Maintainer), sonst werden Snapshot-Tests rot.
Tags mit String.downcase vergleichen, nur wenn Liste nicht leer (<PRE> aus Outlook).
ROT, nicht committet: "keeps a leading newline in textarea" (test/floki_pretty_test.exs)
Offen: zweites \\n nur für Tags der Option; Doku in Floki.raw_html/2 + Doctest mit <code-block>; Philip fragen, ob listing dazugehört; PR stellt der Nutzer.
Ohne pretty ändert sich nichts: Archiv-Export von Jonas vergleicht Prüfsummen.
Gescheitert: {:raw, _} (Hannes Ansatz): HTMLTree.build_children kennt den Knotentyp nicht. Regex hinterher: Jonas, verschachtelte pre.
Inspect von HTMLTree ruft raw_html mit pretty: true, Option kommt nicht an; so lassen.
Höchstens 10 % langsamer bei 3 MB (Abnahme, Hanne), gemessen 5 %.
Tests: `mix test_mochiweb [Datei]` (fast_html: kein cmake; html5ever: Netz)
Regeln: Antworten deutsch, Code englisch; mix format vor Commit; CHANGELOG nicht anfassen; nichts unter src/."""
clone.save(sc, Path(sys.argv[2]))
