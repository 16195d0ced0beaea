"""What surrounds every board: undo by agreement, notices, chat, seat links, names, the strip of seats, sounds."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

import branchline
from branchline.core.game import Game
from branchline.core.generator import Generator
from branchline.core.match import Match
from tests.browser.conftest import Server
from tests.browser.driver import Visitor
from tests.registry import more_games
from tests.toy.rules.state import MOST_DIGITS

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
Visit = Callable[..., Visitor]
LAST_ROUND = 3
"""Events of the toy's last round for two: both choose, one writes."""
COUNT_TONES = """
  window.tones = 0;
  const make = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () { window.tones += 1; return make.call(this); };
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the toy: a game that has no board."""
    one = Server(tmp_path_factory.mktemp("toys"), games="tests.toy")
    one.start()
    with more_games("tests.toy"):
        yield one
    one.kill()


def choose(visitor: Visitor) -> None:
    """Play the first of the cards."""
    visitor.page.locator(".board .legal-list li button").first.click()


def rounds(visitor: Visitor, n: int) -> None:
    """See that so many rounds are over."""
    expect(visitor.page.locator(".board pre").first).to_contain_text(f"Rounds finished: {n}.")


def two_past_the_dice(visit: Visit) -> tuple[Visitor, Visitor]:
    """Two browsers at a table; both have chosen a card, and the die was rolled again."""
    host, guest = visit(quiet=True), visit(quiet=True)
    table = host.sit_at("toy", "me", "open")
    guest.page.goto(f"{guest.address}/t/{table}")
    guest.page.get_by_role("button", name="Sit").click()
    host.page.get_by_role("button", name="Begin").click()
    for each in (host, guest):
        choose(each)
    for each in (host, guest):
        rounds(each, 1)
    return host, guest


def ask_back(page: Page) -> None:
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Ask to take my move back").click()


def test_a_move_goes_back_only_if_the_other_browser_agrees(visit: Visit) -> None:
    host, guest = two_past_the_dice(visit)
    request = guest.page.get_by_role("dialog", name="Take back a move?")
    ask_back(host.page)
    expect(host.page.get_by_text("Waiting for the others to agree")).to_be_visible()
    request.get_by_role("button", name="No", exact=True).click()
    expect(host.page.locator(".say.no")).to_contain_text("did not agree")
    expect(host.page.get_by_text("Waiting for the others to agree")).to_be_hidden()
    expect(request).to_be_hidden()
    ask_back(host.page)
    request.get_by_role("button", name="Agree").click()
    for each in (host, guest):
        expect(each.page.locator(".drawer .log")).to_contain_text("took the move back")
        expect(each.page.get_by_text("All agree: the move is taken back.")).to_be_visible()
    rounds(host, 0)
    expect(request).to_be_hidden()


def test_how_a_request_ended_is_said_once(visit: Visit) -> None:
    host, guest = two_past_the_dice(visit)
    watcher = visit(quiet=True)
    watcher.page.goto(host.page.url)
    ask_back(host.page)
    guest.page.get_by_role("dialog").get_by_role("button", name="Agree").click()
    said = host.page.get_by_text("All agree: the move is taken back.")
    expect(said).to_be_visible()
    expect(said).to_be_hidden(timeout=10_000)
    told = host.page.evaluate("performance.now()")
    guest.page.reload()
    rounds(guest, 0)
    watcher.page.close()
    host.page.wait_for_function("told => performance.now() - told > 1500", arg=told)
    expect(said).to_have_count(0)


def test_a_request_lives_through_a_restart_and_dies_with_its_page(visit: Visit, server: Server) -> None:
    host, guest = two_past_the_dice(visit)
    request = guest.page.get_by_role("dialog", name="Take back a move?")
    ask_back(host.page)
    expect(request).to_be_visible()
    server.kill()
    expect(guest.page.get_by_text("Connection lost")).to_be_attached()
    server.start()
    expect(guest.page.get_by_text("Connection lost")).to_be_hidden()
    request.get_by_role("button", name="Agree").click()
    rounds(host, 0)
    # Once more, but the one who asks is gone when the server comes back.
    for each in (host, guest):
        choose(each)
    for each in (host, guest):
        rounds(each, 1)
    ask_back(host.page)
    expect(request).to_be_visible()
    server.kill()
    host.page.close()
    server.start()
    expect(guest.page.get_by_text("got lost with the connection")).to_be_visible(timeout=20_000)
    expect(request).to_be_hidden()


def test_sounds_are_made_only_when_wanted(visit: Visit) -> None:
    me = visit()
    page = me.page
    page.add_init_script(COUNT_TONES)
    me.sit_at("toy", "me", "bot:random")
    choose(me)
    rounds(me, 1)
    assert page.evaluate("tones") == 0
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("switch", name=re.compile("^Sounds")).check()
    page.keyboard.press("Escape")
    page.wait_for_function("tones > 0")
    before = page.evaluate("tones")
    choose(me)
    rounds(me, 2)
    page.wait_for_function("n => tones > n", arg=before)


def rule_pages(visitor: Visitor) -> list[str]:
    """The addresses of the rules of all games."""
    visitor.page.goto(f"{visitor.address}/rules")
    links = visitor.page.locator("main nav a")
    expect(links.first).to_be_visible()
    found: list[str] = links.evaluate_all("all => all.map((each) => each.getAttribute('href'))")
    assert len(found) == len(branchline.game_names()) - 1, "only the toy has none"
    return found


def test_the_rules_of_every_game_can_be_read(visit: Visit) -> None:
    me = visit()
    for game in rule_pages(me):
        me.page.goto(f"{me.address}{game}")
        expect(me.page.locator("article section p[id]").nth(5)).to_be_visible()
        heaped = me.page.evaluate(
            """() => [...document.querySelectorAll('article section')].flatMap((section) => {
              const rules = [...section.querySelectorAll('p[id]')].map((each) => each.getBoundingClientRect());
              return rules.slice(1).filter((box, i) => box.top < rules[i].bottom || box.height < 20);
            }).length"""
        )
        assert heaped == 0, game


# ── a game without a board ──
@pytest.mark.parametrize("language", ["en-GB", "ru-RU"])
def test_a_game_without_a_board_is_played_by_its_list(visit: Visit, language: str) -> None:
    me = visit(language)
    me.home().page.locator(".game").last.locator(".go button").click()
    me.page.wait_for_url(re.compile("/t/"))
    me.open_moves()
    choice = random.Random(3)
    while not me.over:
        if me.may_act():
            assert "toy." not in me.page.locator("body").inner_text()
            me.play_from_list(choice)
    expect(me.page.locator("dialog .places li")).to_have_count(3)


def test_what_a_game_hides_is_handed_over_at_one_screen(visit: Visit) -> None:
    me = visit()
    me.sit_at("toy", "me", "me")
    for name in ("Player 1", "Player 2"):
        expect(me.page.get_by_role("heading", name="Hand over")).to_have_text(f"Hand over to {name}")
        expect(me.page.locator(".drawer, .board pre")).to_have_count(0)
        me.page.get_by_role("button", name="Show").click()
        choose(me)


# ── notices and links ──
def test_a_copied_link_is_said_inside_the_dialog(visit: Visit) -> None:
    me = visit(permissions=["clipboard-read", "clipboard-write"])
    me.sit_at("toy", "me", "bot:random")
    me.page.get_by_role("button", name="Settings").click()
    dialog = me.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Copy the table’s link").click()
    expect(dialog.get_by_role("status")).to_have_text("The link is copied.")
    assert me.page.evaluate("navigator.clipboard.readText()") == me.page.url


def test_without_a_clipboard_the_link_stays_to_be_copied(visit: Visit) -> None:
    me = visit()
    page = me.page
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    me.sit_at("toy", "me", "bot:random")
    page.get_by_role("button", name="Settings").click()
    opener = page.get_by_role("dialog").get_by_role("button", name="Copy the table’s link")
    opener.click()
    field = page.get_by_role("dialog").get_by_label("Copy this link").get_by_role("textbox")
    expect(field).to_be_focused()
    expect(field).to_have_value(page.url)
    assert page.evaluate("getSelection().toString()") == page.url
    page.wait_for_timeout(5000)
    expect(field).to_be_visible()
    page.keyboard.press("Escape")
    expect(field).to_have_count(0)
    expect(opener).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_refusal_is_said_above_the_dialog_that_asked(visit: Visit, won: Path) -> None:
    me = visit(quiet=True)
    page = me.page
    bring(me, won)
    refused = {"error": {"code": "server.too_fast", "facts": {}}}
    page.route("**/continue", lambda route: route.fulfill(status=429, json=refused))
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name="Begin").click()
    expect(dialog.get_by_role("status")).to_contain_text("Too many requests")
    box = dialog.get_by_text("Too many requests").bounding_box()
    assert box is not None
    on_top = "([x, y]) => document.elementFromPoint(x, y).textContent"
    assert "Too many" in page.evaluate(on_top, [box["x"] + 10, box["y"] + 10])


def test_a_seats_link_in_the_address_of_an_open_table(visit: Visit) -> None:
    host, other = visit(), visit(quiet=True)
    table = host.sit_at("toy", "me", "bot:random")
    secret = host.page.evaluate("async (id) => (await (await fetch(`/api/tables/${id}`)).json()).seat_links[0]", table)
    page = other.page
    page.goto(f"{other.address}/t/{table}")
    expect(page.get_by_text("You are watching")).to_be_visible()
    page.goto(f"{other.address}/t/{table}#nonsense")
    expect(page.get_by_role("status").get_by_text("opens no seat")).to_be_visible()
    expect(page).to_have_url(f"{other.address}/t/{table}")
    page.goto(f"{other.address}/t/{table}#{secret}")
    expect(page.get_by_text("This seat is yours now.")).to_be_visible()
    expect(page.locator(".board .legal-list li button").first).to_be_visible()
    expect(page).to_have_url(f"{other.address}/t/{table}")
    expect(host.page.get_by_text("You are watching")).to_be_visible()


def test_a_wrong_seat_link_is_called_that_and_leads_to_the_table(visit: Visit) -> None:
    host, other = visit(), visit(quiet=True)
    table = host.sit_at("toy", "me", "bot:random")
    other.page.goto(f"{other.address}/t/{table}#nonsense")
    expect(other.page.get_by_role("heading", level=1)).to_have_text("This link opens no seat")
    other.page.get_by_role("button", name="Go").click()
    expect(other.page.get_by_text("You are watching")).to_be_visible()
    other.page.goto(f"{other.address}/t/nothing")
    expect(other.page.get_by_role("heading", level=1)).to_have_text("No such table")


# ── names and titles ──
def test_the_masthead_and_the_window_name_what_they_show(visit: Visit) -> None:
    me = visit()
    page = me.page
    page.goto(f"{me.address}/settings")
    page.locator("#name").fill("Vera")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("header .me")).to_have_text("Vera")
    titles = {page.title()}
    for place in ("", "lobby", "rules", *(path[1:] for path in rule_pages(me)[:2]), None):
        if place is None:  # an address that only a link inside the page can lead to
            page.evaluate("history.pushState(null, '', '/nothing'); dispatchEvent(new PopStateEvent('popstate'))")
        else:
            page.goto(f"{me.address}/{place}")
        expect(page.locator("header .me")).to_have_text("Vera")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.wait_for_function("known => !known.includes(document.title)", arg=sorted(titles))
        titles.add(page.title())
    me.home().new_table(["me", "open"])
    expect(page.locator(".invite")).to_be_visible()
    expect(page.locator("header .me")).to_have_text("Vera")
    assert len(titles) == 7


def play(game: Game, seed: int, players: int | None = None) -> Match:
    """A whole game, played at random."""
    match = game.start(players=players, seed=seed)
    rng = Generator(seed)
    while match.actors:
        match.play(match.actors[0], match.sample(match.actors[0], rng))
    return match


def game_for(players: int) -> str:
    """A game that so many can play."""
    return next(name for name in branchline.game_names() if players in branchline.game(name).players)


def bring(visitor: Visitor, record: Path) -> None:
    visitor.page.goto(f"{visitor.address}/lobby")
    visitor.page.locator("input[type=file]").set_input_files(record)
    visitor.page.wait_for_url(re.compile("/m/"))


@pytest.fixture(scope="module")
def won(server: Server, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of two where the second seat could not catch up any more when the last round began."""
    for seed in range(10_000):
        match = play(branchline.game("toy"), seed, 2)
        before = branchline.replay(match.record(), upto=len(match.events) - LAST_ROUND)
        mine, theirs = (seat["points"] for seat in branchline.to_builtins(before.view())["seats"])
        if mine > theirs + 6 + MOST_DIGITS:
            break
    path = tmp_path_factory.mktemp("records") / "won.json"
    path.write_text(json.dumps(match.record()))
    return path


@pytest.mark.parametrize(("language", "said"), [("en-GB", "You win with"), ("ru-RU", "Вы победили:")])
def test_whoever_wins_without_a_name_is_you(visit: Visit, won: Path, language: str, said: str) -> None:
    me = visit(language)
    page = me.page
    bring(me, won)
    events = len(json.loads(won.read_text())["events"])
    page.goto(re.sub(r"/\d+$", f"/{events - LAST_ROUND}", page.url))
    page.get_by_role("button", name=re.compile("Play on from here|Сыграть отсюда")).click()
    page.get_by_role("dialog").locator(".btn.ink").click()
    page.wait_for_url(re.compile("/t/"))
    me.open_moves()
    choice = random.Random(1)
    while not me.over:
        if me.may_act():
            me.play_from_list(choice)
    page.keyboard.press("Escape")
    expect(page.locator(".actionbar .say p")).to_contain_text(said)


# ── the drawer ──
def test_a_phone_sees_that_somebody_wrote(visit: Visit) -> None:
    host, guest = visit(phone=True), visit()
    table = host.sit_at("toy", "me", "bot:random")
    guest.page.goto(f"{guest.address}/t/{table}")
    guest.page.locator("#tab-chat").click()
    page = host.page
    log = page.get_by_role("button", name=re.compile("^Log"))
    expect(log).to_have_accessible_name("Log")
    write = guest.page.get_by_label("Write to everybody")
    write.fill("Hello!")
    write.press("Enter")
    expect(log).to_have_accessible_name("Log, new in the chat")
    log.tap()
    expect(page.get_by_text("Hello!")).to_be_visible()
    expect(page.locator("#tab-chat")).to_be_focused()
    expect(log).to_have_accessible_name("Log")
    page.keyboard.press("Escape")
    expect(page.locator(".drawer")).to_be_hidden()
    expect(log).to_be_focused()
    write.fill("And again")
    write.press("Enter")
    expect(log).to_have_accessible_name("Log, new in the chat")


def test_a_long_chat_still_shows_what_is_new(visit: Visit) -> None:
    me = visit()
    wires: list[WebSocketRoute] = []

    def listen(wire: WebSocketRoute) -> None:
        wire.connect_to_server()
        wires.append(wire)

    me.page.route_web_socket(re.compile("/live$"), listen)
    me.sit_at("toy", "me", "bot:random")
    tab = me.page.locator("#tab-chat")
    expect(tab).to_have_text("Chat")

    def say(numbers: range) -> None:
        for n in numbers:
            wires[-1].send(json.dumps({"type": "chat", "n": n, "seat": 1, "name": "B", "text": f"line {n}", "at": 0}))

    say(range(210))
    expect(tab.locator("i")).to_be_visible()
    tab.click()
    expect(me.page.get_by_text("line 209")).to_be_visible()
    me.page.locator("#tab-log").click()
    expect(tab.locator("i")).to_have_count(0)
    say(range(210, 211))
    expect(tab.locator("i")).to_be_visible()


# ── the strip of seats and the log ──
def test_four_seats_fit_a_phone_and_say_their_state(visit: Visit) -> None:
    me = visit(phone=True)
    me.sit_at("toy", "me", "bot:random", "bot:random", "bot:random")
    seats = me.page.locator(".seat")
    expect(seats).to_have_count(4)
    cut = me.page.evaluate(
        """() => [...document.querySelectorAll('.seat, .seat svg, .seat .pts')]
          .filter((each) => each.getBoundingClientRect().right > innerWidth).length"""
    )
    assert cut == 0
    expect(me.page.get_by_role("button", name=re.compile("^You your turn"))).to_be_visible()


def test_in_a_crowd_seats_keep_their_names_for_readers(visit: Visit) -> None:
    me = visit()
    me.sit_at(game_for(12), "me", *["bot:random"] * 11)
    expect(me.page.get_by_role("button", name=re.compile("^You your turn"))).to_be_visible()
    expect(me.page.get_by_role("button", name=re.compile("^Stationmaster bot"))).to_be_visible()


def test_somebody_who_left_is_said_to_be_away(visit: Visit) -> None:
    host, guest = two_past_the_dice(visit)
    expect(host.page.locator(".seat").nth(1)).not_to_contain_text("away")
    guest.page.close()
    expect(host.page.locator(".seat").nth(1)).to_contain_text("away")


def test_the_log_counts_each_reason_once_and_losses_in_red(visit: Visit, tmp_path: Path) -> None:
    matches = (play(branchline.game(name), seed) for seed in range(3) for name in branchline.game_names())
    match = next(match for match in matches if any(entry.points < 0 for entry in match.log()))
    record = tmp_path / "losses.json"
    record.write_text(json.dumps(match.record()))
    me = visit()
    bring(me, record)
    expect(me.page.locator(".log small").first).to_be_visible()
    reasons = me.page.locator(".log small").all_text_contents()
    assert any(re.search(r"[+−]\d+\s*$", reason) for reason in reasons)
    assert not [reason for reason in reasons if re.search(r"[+−]\d+\s+[+−]\d+\s*$", reason)]
    signs = me.page.locator(".log b").evaluate_all("all => all.map((each) => [each.textContent, each.className])")
    assert any(text.startswith("−") for text, _ in signs)
    assert not [text for text, look in signs if text.startswith("−") != ("loss" in look.split())]
