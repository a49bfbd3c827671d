"""The panel's groups hold every parameter once, with labels that are clear."""

from memento_gui.domain.parameters import ParameterSet, parameter_table
from memento_gui.qt.places.tune.knobs.formulas import FORMULAS, formula_of
from memento_gui.qt.places.tune.knobs.groups import full_label, groups, knob_of, row_label
from memento_gui.qt.places.tune.knobs.rows import tip_of

TABLE = parameter_table()


def test_every_parameter_is_in_one_group() -> None:
    listed = [knob.name for group in groups() for knob in group.knobs]
    assert sorted(listed) == sorted(TABLE)


def test_the_groups_stand_in_the_design_s_order() -> None:
    assert [group.title for group in groups()] == [
        "Ranking",
        "Relevance",
        "Half-life",
        "Importance",
        "Usage",
        "Forgetting",
        "Decay and promotion",
        "Review",
        "Session",
    ]


def test_a_group_of_one_table_needs_no_second_heading() -> None:
    half_life = next(group for group in groups() if group.key == "recency")
    assert [section.title for section in half_life.sections] == [""]
    assert [row_label(knob) for knob in half_life.knobs] == ["Working", "Episodic", "Semantic", "Procedural"]


def test_tables_within_a_group_have_headings() -> None:
    forgetting = next(group for group in groups() if group.key == "forgetting")
    assert [section.title for section in forgetting.sections] == ["", "Half-life", "Soft after", "Hard after"]


def test_labels() -> None:
    assert row_label(TABLE["ranking.relevance"]) == "Relevance α"
    assert full_label(TABLE["recency.half_life.episodic"]) == "Half-life episodic"
    assert full_label(TABLE["forgetting.soft_threshold"]) == "Forgetting, soft from"
    assert full_label(TABLE["forgetting.soft_ttl.working"]) == "Forgetting, soft after working"


def test_an_entry_of_a_users_table_belongs_to_the_tables_knob() -> None:
    boosted = ParameterSet().with_value("importance.project_boost", {"a.b": 0.1})
    assert all(knob_of(name).name in TABLE for name in boosted.values())
    assert knob_of("importance.project_boost.a.b").name == "importance.project_boost"


def test_formulas_belong_to_knobs_there_are() -> None:
    tables = {".".join(name.split(".")[:2]) for name in TABLE}
    assert set(FORMULAS) <= set(TABLE) | tables
    assert formula_of(TABLE["ranking.recency"]).startswith("S = ")
    assert formula_of(TABLE["recency.half_life.episodic"]) == "recency = 2^(−age / half-life)"
    assert formula_of(TABLE["ranking.limit"]) == ""
    assert "S = α" in tip_of(TABLE["ranking.recency"])
