"""The password of a login goes that a note keeps for later, whatever stands between the words about it and the pair."""

import pytest

from backstory.redact.gate import Gate
from backstory.redact.parked_logins import is_parked_password

GATE = Gate(key=b"k" * 32)
CLAUSES = (
    "Quay login for the images, I want it again after lunch: pull-img / {}. Only parked here.",
    "Airflow creds, I never remember them: dag-view / {}",
    "sign-in for the ticket system, valid till Sunday: helper - {}",
    "Nomad account, same as in spring: nomad-ro -> {}",
    "access to the proxy, in case you need it: px-read | {}",
    "log-in for the old shop (nobody uses it): shop-adm + {}",
    "Influx login, copied from the runbook: writer:{}",
    "the login for the lab — always forgotten — is lab-view / {}",
    "OpenSearch login if it asks: first reader, then {}",
    "Trino login, needed later: trino-ro ({})",
    "guest account for the fair (Monday only): 'fair' / '{}'",
    "user/pass for the camera, in case: cam / {}",
    "Zugang zum Archiv, brauche ich heute Abend noch: archiv / {}",
    "Anmeldedaten für das Lager, wie beim letzten Mal: lager, {}",
    "identifiants de la recette, valables jusqu'à jeudi : recette / {}",
    "accès au dépôt, au cas où : depot | {}",
    "credenciales de la tienda, por si hacen falta: tienda / {}",
    "acceso al panel, lo necesito luego: panel / {}",
    "inloggegevens van de winkel, zoals altijd: winkel / {}",
    "toegang tot het archief, straks weer nodig: archief / {}",
    "credenziali del negozio, come sempre: negozio / {}",
    "accesso al pannello, mi serve più tardi: pannello / {}",
    "credenciais da loja, se precisar: loja / {}",
    "acesso ao painel, preciso mais tarde: painel / {}",
    "by the way the staging user is lab_view / {}, not needed today",
    "l'utilisateur de la recette c'est depot_ro / {}",
    "der Benutzer auf staging ist archiv_ro / {}",
    "el usuario de la tienda es tienda_ro / {}",
    "o usuário do painel é painel_ro / {}",
)
"""Words about a login, clauses, and the pair."""
PAIR_FIRST = (
    "img-push / {} is the login for the image store",
    "dag-view:{} - that's the Airflow login",
    "lager / {}, das ist der Zugang zum Lager",
    "depot / {}, voilà les accès du dépôt",
    "dag-view / {}\nthat's the Airflow login for later",
)
BELOW = (
    "Quay login for later:\n\npull-img\n{}",
    "test account, as before:\n- user: qa-3\n- {}",
    "access from the agency:\nagency / {}",
    "toegang van het bureau:\nbureau\n{}",
)
PASSWORDS = ("Linden-Bagel-4173", "Linden.Bagel41", "Linden41Bagel", "Lärche-Möwe-4173", "q7Xw2LmPz9Tk")


@pytest.mark.parametrize("password", PASSWORDS)
@pytest.mark.parametrize("form", CLAUSES + PAIR_FIRST + BELOW)
def test_the_password_of_a_parked_login_goes_and_the_rest_stays(form: str, password: str) -> None:
    before, after = form.split("{}")
    clean = GATE.clean(form.format(password))
    assert clean.startswith(before + "[REDACTED:")
    assert clean.endswith("]" + after)


@pytest.mark.parametrize("password", ["Walnut_Cloud_93", "Otter-Harbor-77", "Lampara_Nube_41"])
@pytest.mark.parametrize(
    "form",
    [
        "Router http://192.168.1.1 admin / {}",
        "staging box: deploy / {}",
        "nexus snapshots: svc-nexus / {}",
        "nas (keep): admin -> {}",
        "grafana admin/{}",
        "use deploy / {} on the nexus",
        "account on the NAS until May: store / {}",
        "Nexus login for the snapshots, I need it again later: pull / {}",
    ],
)
def test_an_everyday_noun_beside_the_name_of_a_thing_is_a_password_behind_an_account(form: str, password: str) -> None:
    assert password not in GATE.clean(form.format(password))


@pytest.mark.parametrize(
    "form",
    [
        "du kommst mit lager / {} rein",
        "mit lager / {} kommst du rein",
        "tu rentres avec depot / {}",
        "entras con panel / {}",
        "entras com painel / {}",
    ],
)
def test_a_sentence_about_getting_in_gives_a_login_without_a_noun_for_one(form: str) -> None:
    assert "Linden-Bagel" not in GATE.clean(form.format("Linden-Bagel-41"))


@pytest.mark.parametrize(
    "form",
    [
        "jenkins box: builder / {}",
        "for the demo use demo / {}",
        "registry is ci-push / {}",
        "Nextcloud: nora / {}",
        "the old one still works: nora / {}",
        "keep this for later: spare-app / {}",
        "you get into the NAS with nora / {}",
        "rein geht es mit nora / {}",
        "on se connecte avec nora / {}",
        "mail: nora@acme.example / {}",
    ],
)
def test_what_one_signs_in_to_is_enough_before_a_login_of_words_and_a_number(form: str) -> None:
    assert "Linden-Bagel" not in GATE.clean(form.format("Linden-Bagel-41"))


@pytest.mark.parametrize(
    "text",
    [
        "Grafana: dashboard / Node-Exporter-1860",
        "Jenkins: jobs / Linden-Bagel-41",
        "registry: library / Alpine-Linux-319",
        "the printer: Canon / Pixma-300",
        "router: Layer / Express-Router-42",
        "wiki: Berlin / Hamburg-Altona-12",
        "Confluence (space: ops / Release-Train-24)",
        "Nexus: releases / Linden_Bagel_2024",
        "switch: case / Default_Branch_12",
        "keep this for later: header / Linden-Bagel-4173",
    ],
)
def test_parts_of_what_one_signs_in_to_stay(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "admin / Report_View_12",
        "root / Home_Folder_22",
        "deploy / Build_Job_77",
        "backup / Daily_2024",
        "admin / Summer_Report_2024",
        "account on Q3: north / Cloud_Region_12",
        "admin / editor / Viewer-2",
    ],
)
def test_names_of_things_behind_an_account_stay(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "the login page, redesigned last week, has two parts: header / Linden-Bagel-4173",
        "login: deploy / staging",
        "credentials: include / same-origin",
        "login flow, step one: form / Oauth-Callback-22",
        "Login-Seite, wie gestern im Termin besprochen, zwei Teile: Kopf / Linden-Bagel-4173",
        "login fix, on the same branch as before: origin / Linden-Bagel-4173",
        "login redirect, branch as before: feature / Redirect-Loop-422",
        "access for dev / qa-team-2 is missing",
        "access to Nexus 3 / Artifactory-7, for later",
        "access to the corpus, for later: raw / Common-Crawl-2023",
        "accounts by region, as of Friday: north / Region-South-12",
        "login hosts, for later: node-a-01 / node-b-02",
        "add a login for kids, colours as before: Teal / Sky-Blue-500",
        "sign-in tickets, for later: OPS-12 / OPS-13",
        "the login values come, as we agreed in the meeting, from these: env / Linden-Bagel-4173 / Linden-Bagel-4174",
        "def login(x): return user / Linden_Bagel_41",
        "Zugang zu den Räumen, ab Montag: Haus A / Raum-B-204",
        "access routes, for later:\n/login\n/login/step-2",
    ],
)
def test_pairs_of_other_things_stay(text: str) -> None:
    assert GATE.clean(text) == text


@pytest.mark.parametrize("value", [b"Linden-Bagel-4173", b"LindenBagel-4173", b"linden.bagel417", b"L1nd-B4g3l"])
def test_words_and_a_number_are_a_password(value: bytes) -> None:
    assert is_parked_password(value)


@pytest.mark.parametrize(
    "value", [b"Linden-Bagel", b"Raum-B-204", b"Release-Notes-2024", b"System.Int32", b"Sky-Blue-500", b"notes.txt"]
)
def test_names_of_things_are_none(value: bytes) -> None:
    assert not is_parked_password(value)


@pytest.mark.parametrize("size", range(120, 200, 3))
def test_a_password_at_the_end_of_what_is_read_goes_as_a_whole(size: int) -> None:
    clause = "again and " * (size // 10) + "x" * (size % 10)
    clean = GATE.clean(f"Quay login, {clause}: pull-img / Linden-Bagel-4173 and more")
    assert "Linden-Bagel-4173" in clean or ("pull-img / [REDACTED:" in clean and clean.endswith("] and more"))


def test_many_words_for_a_login_before_the_pair_hide_none() -> None:
    text = "login " * 40 + ": deploy / Linden-Bagel-4173"
    assert "Linden-Bagel" not in GATE.clean(text)


def test_the_system_that_stands_nearest_to_a_login_counts() -> None:
    text = (
        "He says thanks, no wiki page needed. And before I forget where I put it: the upload to the internal Nexus "
        "works with crawler-ro / Kiefer-Brezel-5172, nothing for you to do with it."
    )
    assert "Kiefer-Brezel-5172" not in GATE.clean(text)
