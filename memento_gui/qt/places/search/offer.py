"""What Search offers to the palette, to keys and to the help."""

from typing import Final

from memento_gui.qt.actions import Action
from memento_gui.qt.places.search.results.copying import FORMATS
from memento_gui.qt.places.search.results.grades import MEANING
from memento_gui.qt.places.search.schemes import OPTIONS

OFFER: Final = (
    Action(
        id="search.line",
        label="Search: go to the line",
        call="focus_line",
        group="Search",
        shortcuts=("Ctrl+F",),
        place="search",
    ),
    Action(
        id="search.explain",
        label="Explain the score",
        call="explain",
        group="Search",
        place="search",
        words="why arithmetic",
    ),
    Action(
        id="search.copy",
        label="Copy the explanation",
        call="copy_explanation",
        argument="text",
        group="Search",
        place="search",
    ),
    Action(
        id="search.copy_json",
        label="Copy the explanation as JSON",
        call="copy_explanation",
        argument="json",
        group="Search",
        place="search",
    ),
    *(
        Action(
            id=f"search.grade_{n}",
            label=f"Grade {n}: {text}",
            call="grade",
            argument=str(n),
            group="Judge",
            place="search",
        )
        for n, text in enumerate(MEANING)
    ),
    Action(id="search.ungrade", label="Take the grade back", call="ungrade", group="Judge", place="search"),
    Action(
        id="search.judge",
        label="Judge the results",
        call="judge",
        group="Judge",
        shortcuts=("Ctrl+J",),
        place="search",
        words="grade ndcg recall mrr missing",
    ),
    Action(
        id="search.why",
        label="Why not? See where a memory fell out",
        call="why_not",
        group="Search",
        shortcuts=("Alt+W",),
        place="search",
        words="missing absent expected threshold",
    ),
    Action(
        id="search.above",
        label="Why A above B? Compare two results",
        call="why_above",
        group="Search",
        shortcuts=("Alt+A",),
        place="search",
        words="swap difference order",
    ),
    Action(
        id="search.compare",
        label="Compare two parameter sets",
        call="compare",
        group="Search",
        shortcuts=("Ctrl+Shift+C",),
        place="search",
        words="side by side overlap kendall tau",
    ),
    *(
        Action(
            id=f"search.{one.name}.{one.value}",
            label=one.step,
            call="rank_with",
            argument=f"{one.name}={one.value}",
            group="Search",
            place="search",
            words="scheme calibration",
        )
        for options in OPTIONS
        for one in options.options
    ),
    Action(id="search.back", label="Search: back", call="go_back", group="Search", shortcuts=("Alt+Left",), place="search"),
    Action(
        id="search.forward",
        label="Search: forward",
        call="go_forward",
        group="Search",
        shortcuts=("Alt+Right",),
        place="search",
    ),
    Action(
        id="search.save",
        label="Save the search…",
        call="save_search",
        group="Search",
        shortcuts=("Ctrl+S",),
        place="search",
        words="keep query name",
    ),
    Action(
        id="search.recent",
        label="Recent and saved searches",
        call="show_history",
        group="Search",
        shortcuts=("Alt+Down",),
        place="search",
        words="history",
    ),
    *(
        Action(
            id=f"search.results_{name.casefold()}",
            label=f"Copy the results as {name}",
            call="copy_results",
            argument=name,
            group="Search",
            shortcuts=("Ctrl+Shift+R",) if name == "Markdown" else (),
            place="search",
            words="export clipboard",
        )
        for name in FORMATS
    ),
    Action(id="search.more", label="Show all results", call="show_all", group="Search", place="search"),
)
