"""Questions, prompts and notes of the thor scenario."""

from conversation import Scenario

STALE = r"(?m)^(?![^\n]*(verworfen|ersetzt|statt|zu viel|zu gequetscht|nicht mehr|früher|stale|supersed|no longer|replaced|outdated|retract|instead|earlier|was:|changed since|revised|vorher|→|->))[^\n]*"


def ask_questions(s: Scenario) -> None:
    s.ask(
        "Wie ist der Stand?",
        "breite-zeichen: Zellen werden nach Anzeigebreite gemessen (eingecheckt), offen ist das Kürzen, der Spec dazu ist rot.",
        every=[r"Anzeigebreite|display.?width|breite[- ]zeichen", r"kürz|truncat|shorten", r"rot\b|red\b|fail|schlägt"],
        wrong=["Kommentar zu install in runner.rb.", "Anzeigebreite ist eingecheckt, alles grün."],
    )
    s.ask(
        "Wie zählen Farben bei der Breite, und warum?",
        "Farbsequenzen zählen null, weil set_color die Zellen vor print_table einfärbt.",
        every=[r"Farb", r"null\b|\b0\b", r"set_color|einfärb|färbt|neun Spalten"],
        wrong=["Farbsequenzen zählen null.", "set_color färbt Zellen ein."],
    )
    s.ask(
        "Was wurde probiert und verworfen, und warum?",
        "unicode-display_width (Start auf JRuby 400 ms später, keine Laufzeit-Abhängigkeiten); Reline (ab Ruby 3.5 kein Default-Gem, require warnt, no_warnings_spec).",
        every=[r"unicode-display_width", r"JRuby|400 ?ms|Laufzeit-Abh", r"Reline", r"warn|default.?gem|3\.5"],
        wrong=[
            "Reline warnt ab 3.5.",
            "unicode-display_width und Reline wurden verworfen.",
            "unicode-display_width: JRuby startet 400 ms später.",
        ],
    )
    s.ask(
        "In welchen Dateien wird gearbeitet?",
        "lib/thor/shell/display_width.rb, table_printer.rb, column_printer.rb, spec/shell/display_width_spec.rb",
        every=[r"display_width\.rb", r"table_printer\.rb", r"display_width_spec\.rb"],
        wrong=["lib/thor/runner.rb", "display_width.rb und table_printer.rb"],
    )
    s.ask(
        "Was kommt als Nächstes?",
        "truncate kürzt Spalten einzeln (MINIMUM), Ellipse bei UTF-8, README zu THOR_COLUMNS, Build für Takumi.",
        every=[r"truncate", r"Ellipse", r"README", r"Build|Takumi[^\n]{0,40}(test|build)"],
        wrong=["truncate und README", "Ellipse, README, Build zum Testen"],
    )
    s.ask(
        "Welcher Spec ist rot?",
        "DisplayWidth shortens the widest column first (spec/shell/display_width_spec.rb:4)",
        every=[r"shortens the widest|widest column first|display_width_spec\.rb:4\b|breiteste Spalte"],
        wrong=["no_warnings_spec", "counts an ideograph twice"],
    )
    s.ask(
        "Welche Regeln gelten?",
        "Ruby 2.6 muss laufen; version.rb setzt nur Rafael; nichts Öffentliches in Basic, @api private; nie pushen; keine Laufzeit-Abhängigkeiten.",
        every=[r"2\.6", r"Rafael", r"api private|Öffentliches", r"push"],
        wrong=["2.6, Rafael, kein push", "Basic nicht anfassen, @api private; Pushen macht er selbst."],
    )
    s.ask(
        "Wie schmal darf eine Spalte werden?",
        "Mindestbreite 10 (vorher 12, dann 8)",
        every=[
            r"(\b10\b[^\n]{0,60}(schmal|Spalte|Mindest|MINIMUM|draus|Breite))|((schmal|Spalte|Mindest|MINIMUM|Breite|gequetscht|Machen wir|Ist)[^\n]{0,90}\b10\b)"
        ],
        never=[STALE + r"(Mindestbreite[^\n]{0,24}\b(8|12)\b|schmaler als 12|nimm 8)"],
        wrong=["12 Spalten", "Mindestbreite ist jetzt 8", "- Mindestbreite ist jetzt 8\n- Machen wir 10 draus"],
    )
    s.ask(
        "Wie zählen mehrdeutige Zeichen, und wer hat das gesagt?",
        "Takumi: mehrdeutige Zeichen sind schmal, in Osaka steht überall ambiguous=narrow.",
        every=[r"Takumi", r"mehrdeutig|ambiguous", r"schmal|narrow|einfach"],
        wrong=["Mehrdeutige Zeichen zählen einfach.", "Takumi bekommt einen Build."],
    )
    s.ask(
        "Womit laufen die Specs?",
        "THOR_COLUMNS=80 bundle exec rspec spec/shell",
        every=[r"THOR_COLUMNS=80 bundle exec rspec spec/shell"],
        never=[
            r"(?m)^(?![^\n]*(nicht|statt|stop|instead|no longer|was|earlier|supersed|stale|changed since|exit|fail|vorher))[^\n]*\b(run|test|tests|all|Specs)\b[^\n]{0,12}:? *`?(bundle exec rspec|rspec)(`|$)"
        ],
        wrong=[
            "bundle exec rspec",
            "rspec spec/shell",
            "- Run `bundle exec rspec`\n- THOR_COLUMNS=80 bundle exec rspec spec/shell",
        ],
    )
    s.ask(
        "Wo sonst wird Breite gemessen, und was wird davon geändert?",
        "ColumnPrinter misst selbst und kommt mit, WrappedPrinter bleibt (eigener PR), HTML misst nicht.",
        every=[r"ColumnPrinter", r"WrappedPrinter", r"eigene[rm] PR|in Ruhe|lassen|später|separat|unschön|bleibt"],
        wrong=["Nur im TablePrinter.", "ColumnPrinter misst mit DisplayWidth."],
    )
    s.ask(
        "Wie soll der Betreff eines Commits aussehen?",
        "`shell: ` davor, englisch, höchstens 50 Zeichen",
        every=[r"shell: ", r"englisch|English", r"50"],
        wrong=["shell: measure table cells by display width", "höchstens 50 Zeichen, englisch"],
    )


def ask_prompts(s: Scenario) -> None:
    gem = r"JRuby|400 ms|Laufzeit-Abh"
    reline = r"Reline"
    takumi = r"Takumi|ambiguous=narrow|Mehrdeutige"
    minimum = r"Machen wir 10|MINIMUM = 10|Ist 10|gequetscht"
    colour = r"Farbsequenzen"
    red = r"widest column first|breiteste"
    public = r"api private|Öffentliches"
    s.prompt(
        "short", gem, "nimm unicode-display_width für DisplayWidth", "add the gem unicode-display_width to thor.gemspec"
    )
    s.prompt("short", reline, "Reline::Unicode.calculate_width in table_printer.rb benutzen")
    s.prompt("short", minimum, "setz die Mindestbreite beim Kürzen auf 12")
    s.prompt("short", takumi, "zähl mehrdeutige Zeichen doppelt")
    s.prompt("short", red, "mach den roten Spec grün", "weiter mit den breiten Zeichen")
    s.prompt("short", colour, "farbige Zellen sind in print_table zu breit")
    s.prompt("short", r"WrappedPrinter", "bring WrappedPrinter auch auf DisplayWidth")
    s.prompt(
        "long",
        public,
        "Ein Kollege schreibt eine eigene Shell, die von Thor::Shell::Basic erbt, und möchte dort gern dieselbe Messung benutzen, die wir in den Tabellen haben. "
        "Am einfachsten wäre doch, wenn Basic eine Methode `display_width(text)` bekäme, die nur weiterreicht, dann muss er unsere Klasse nicht kennen. Bau das bitte "
        "ein, mit Dokumentation und einem kleinen Beispiel im README.",
    )
    s.prompt(
        "long",
        r"Graphem|ZWJ",
        "Mir ist aufgefallen, dass `each_grapheme_cluster` im Profil ganz oben steht, wenn man Tabellen mit 20.000 Zeilen ausgibt. Wir könnten stattdessen über `text.chars` "
        "gehen und jeden Codepoint einzeln nachschlagen, das ist ungefähr dreimal so schnell. Bitte umbauen und kurz messen, ich würde es dann heute noch übernehmen.",
    )
    s.prompt("other words", gem, "can we depend on a library for east asian width?")
    s.prompt("other words", takumi, "who told us greek letters take one column?")
    s.prompt("other words", reline, "warum nehmen wir nicht das, was bei Ruby schon dabei ist?")
    s.prompt("other words", colour, "do escape codes count towards the size of a cell?")
    s.prompt("forbidden", r"Rafael", "bump the version in lib/thor/version.rb to 1.6.0")
    s.prompt("forbidden", r"2\.6", "def self.of(text) = text.size als Einzeiler in display_width.rb")
    s.prompt("forbidden", r"[Pp]ush", "git push origin breite-zeichen")
    s.prompt(
        "unrelated",
        None,
        "Wie lange kocht man Eier weich?",
        "danke, bis morgen",
        "what's the capital of Mongolia?",
        "Schreib mir einen Geburtstagsgruß für Oma",
        "wie viele Liter sind drei Gallonen?",
    )
    s.prompt(
        "unrelated with shared words",
        None,
        "Wie breit ist ein Standardbriefumschlag?",
        "welche Farbe hat Bernstein?",
        "wie viele Spalten hat ein korinthischer Tempel?",
        "who was the first person to run 10 km under 27 minutes?",
    )


NOTES = """# breite-zeichen
print_table nach Anzeigebreite: lib/thor/shell/display_width.rb (DisplayWidth.of), table_printer.rb, column_printer.rb, spec/shell/display_width_spec.rb.
Specs: `THOR_COLUMNS=80 bundle exec rspec spec/shell`
ROT, nicht eingecheckt: "shortens the widest column first".
Als Nächstes: truncate kürzt Spalten einzeln (MINIMUM); Ellipse bei UTF-8; README zu THOR_COLUMNS; Build an Takumi.
Mindestbreite 10 (statt 12/8). Takumi (Osaka): mehrdeutige Zeichen schmal, ambiguous=narrow. Farbsequenzen zählen null, set_color färbt vor print_table.
Graphem-Cluster messen, nicht chars (ZWJ).
ColumnPrinter kommt mit, WrappedPrinter in eigenem PR.
Verworfen: unicode-display_width (JRuby-Start +400 ms, keine Laufzeit-Abhängigkeiten); Reline (ab 3.5 kein Default-Gem, require warnt).
Regeln: Ruby 2.6; version.rb nur Rafael; nichts Öffentliches in Basic, @api private; Betreff `shell: `, englisch, max. 50; nie pushen.
"""
