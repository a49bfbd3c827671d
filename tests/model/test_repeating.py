"""What a new text says again: by its words, by meaning, and joined to the memory that said it first."""

import pytest

from memento_gui.domain.clock import FixedClock
from memento_gui.domain.errors import StaleEdit
from memento_gui.domain.memory import Category
from memento_gui.model.library import Library
from memento_gui.model.repeats.repeating import Likeness

DEPLOY = "Deploys go out on Tuesdays after the stand-up meeting"


def likenesses(library: Library, content: str) -> dict[str, Likeness]:
    return {one.memory_id: one.likeness for one in library.repeats.find(content)}


def test_words_are_compared_without_the_model(library: Library) -> None:
    old = library.remember(DEPLOY, tags=["deploy"])
    library.remember("The dentist is on Monday")
    assert likenesses(library, f"*{DEPLOY.upper()}!*") == {old.id: Likeness.SAME}
    assert likenesses(library, f"{DEPLOY}, and never on a Friday.") == {old.id: Likeness.HELD}
    assert likenesses(library, "go out on Tuesdays after the") == {old.id: Likeness.HOLDS}
    assert likenesses(library, "Deploys") == {}
    assert likenesses(library, "  \n") == {}
    assert all(one.cosine is None and one.likely for one in library.repeats.find(DEPLOY))


def test_neither_the_trash_nor_the_memory_itself_is_repeated(library: Library) -> None:
    old = library.remember(DEPLOY)
    assert library.repeats.find(DEPLOY, but=old.id) == ()
    library.forget(old.id)
    assert library.repeats.find(DEPLOY) == ()


def test_meaning_finds_what_other_words_say(demo: Library) -> None:
    old = demo.remember("The staging database is wiped every night at two o'clock.")
    demo.embed_pending()
    found = demo.repeats.find("Every night at 2 am the staging database gets wiped.")
    assert (found[0].memory_id, found[0].likeness) == (old.id, Likeness.NEAR)
    assert found[0].cosine is not None
    assert found[0].cosine >= demo.parameters().decay.cluster_link
    assert demo.repeats.find("A quite unrelated remark about the taste of ripe pears.") == ()


def test_korean_texts_repeat_only_what_shares_their_letters(demo: Library) -> None:
    old = demo.remember("매주 화요일 오전 회의가 끝난 뒤에 배포를 진행합니다.")
    demo.embed_pending()
    assert demo.repeats.find("지난 주말에 가족과 함께 제주도 바다를 여행했습니다.") == ()
    again = demo.repeats.find("매주 화요일 오전 회의가 끝난 뒤 배포를 진행합니다.")
    assert [one.memory_id for one in again] == [old.id]


def test_joining_keeps_both_texts_and_all_tags_and_is_one_step(library: Library, clock: FixedClock) -> None:
    old = library.remember(DEPLOY, tags=["deploy"], importance=0.4, project="site")
    before = library.get(old.id)
    clock.advance(ms=1_000)
    new = library.drafted("Kim does the deploys.", tags=["kim"], importance=0.9, category="decision")
    undo = library.apply(library.repeats.join_edit(old.id, new, 0.9))
    joined = library.get(old.id)
    assert joined.content == f"{DEPLOY}\n\nKim does the deploys."
    assert (joined.tags, joined.importance, joined.project) == (("deploy", "kim"), 0.9, "site")
    assert joined.strength == pytest.approx(1.5 + 0.9 * 2 * 0.1)
    assert joined.last_used_ms == new.created_ms
    assert [revision.content for revision in library.revisions(old.id)] == [DEPLOY]
    assert library.ids() == [old.id]
    library.apply(undo)
    assert library.get(old.id) == before


def test_the_same_text_with_other_tags_joins_its_tags(library: Library) -> None:
    old = library.remember(DEPLOY, tags=["deploy"])
    library.apply(library.repeats.join_edit(old.id, library.drafted(DEPLOY, tags=["weekly"])))
    assert library.get(old.id).tags == ("deploy", "weekly")
    assert library.revisions(old.id) == []


def test_nothing_joins_what_is_in_the_trash(library: Library) -> None:
    old = library.remember(DEPLOY)
    library.forget(old.id)
    with pytest.raises(StaleEdit):
        library.repeats.join_edit(old.id, library.drafted("more"))


def test_strength_and_title_are_suggested_with_a_reason(library: Library) -> None:
    assert library.writing.strength(["Security"], Category.OTHER).value == library.parameters().decay.strength_security
    assert "decision" in library.writing.strength([], Category.DECISION).reason
    assert library.writing.title(f"{DEPLOY}. Ask Kim.") == DEPLOY
