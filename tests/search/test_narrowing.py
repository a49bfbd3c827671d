"""A filter line changed by one part: and, or, not, and back."""

import pytest

from memento_gui.search.narrowing import Join, field_term, joined


@pytest.mark.parametrize(
    ("text", "part", "how", "expected"),
    [
        ("", "tag:auth", Join.AND, "tag:auth"),
        ("", "tag:auth", Join.NOT, "-tag:auth"),
        ("", "tag:auth", Join.OR, "tag:auth"),
        ("type:semantic", "tag:auth", Join.AND, "type:semantic tag:auth"),
        ("type:semantic", "tag:auth", Join.OR, "type:semantic or tag:auth"),
        ("type:semantic tag:a", "tag:b", Join.OR, "type:semantic tag:a or tag:b"),
        ("tag:a or tag:b", "type:working", Join.AND, "(tag:a or tag:b) type:working"),
        ("tag:a or tag:b", "type:working", Join.NOT, "(tag:a or tag:b) -type:working"),
        ("tag:a or tag:b", "tag:c", Join.OR, "tag:a or tag:b or tag:c"),
        ("tag:a tag:b", "tag:b", Join.AND, "tag:a"),
        ("tag:a -tag:b", "tag:b", Join.AND, "tag:a tag:b"),
        ("tag:a tag:b", "tag:b", Join.NOT, "tag:a -tag:b"),
        ("tag:a -tag:b", "tag:b", Join.NOT, "tag:a"),
        ("tag:a or tag:b", "tag:b", Join.OR, "tag:a"),
        ("tag:a", "tag:a", Join.OR, ""),
        ("rele", "tag:auth", Join.AND, "tag:auth rele"),
        ("rele", "tag:auth", Join.OR, "tag:auth or rele"),
        ("tag:a", "tag:b or tag:c", Join.NOT, "tag:a -(tag:b or tag:c)"),
    ],
)
def test_a_part_joins(text: str, part: str, how: Join, expected: str) -> None:
    assert joined(text, part, how) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("auth", "tag:auth"),
        ("two words", 'tag:"two words"'),
        ("", "tag:none"),
        ("None", 'tag:"None"'),
        ('5" disk', r'tag:"5\" disk"'),
        (r"C:\x", r"tag:C:\x"),
        (r"C:\a b", r'tag:"C:\\a b"'),
        ("a*", r'tag:"a\*"'),
        ("x" * 5000, ""),
    ],
)
def test_a_value_becomes_a_term_where_it_can_be_written(value: str, expected: str) -> None:
    assert field_term("tag", value) == expected
