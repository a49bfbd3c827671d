"""What Tune offers to menus, keys and the palette."""

from typing import Final

from memento_gui.qt.actions import Action
from memento_gui.qt.places.tune.sets.slot_bar import KEY


def _action(
    name: str, label: str, call: str, *, words: str = "", icon: str = "", shortcuts: tuple[str, ...] = ()
) -> Action:
    return Action(
        id=f"tune.{name}",
        label=label,
        call=call,
        group="Tune",
        shortcuts=shortcuts,
        icon=icon,
        place="tune",
        words=words,
    )


OFFER: Final = (
    _action("save", "Save the numbers as…", "save_as", shortcuts=("Ctrl+S",), words="parameters set preset"),
    _action("back", "Back to the saved numbers", "go_back", words="reset"),
    _action("rename", "Rename the saved set in use…", "rename_set", words="parameters preset name"),
    _action("duplicate", "Duplicate the set in use", "duplicate_set", icon="copy", words="parameters preset copy"),
    _action("delete", "Delete the saved set in use", "delete_set"),
    _action("export", "Export the set as TOML…", "export_set"),
    _action("import", "Import a set from TOML or .env…", "import_set"),
    _action("variables", "Import a set from CORTEXGRAPH_* variables", "import_variables", words="environment cortexgraph"),
    _action("try", "Try the numbers on a query", "try_queries", words="ranking before after results preview"),
    _action("learn", "Learn the ranking from judgements", "learn", words="fit optimise judged queries"),
    _action(
        "learn_reviews", "Learn the review curve from reviews", "learn_reviews", words="fit optimise forgetting curve tau"
    ),
    _action("learn_fsrs", "Fit FSRS-6 to reviews by its own optimizer", "learn_fsrs", words="optimise weights scheduler"),
    _action("switch", "Switch between A and B", "switch_slots", shortcuts=(KEY,), icon="swap", words="slot compare other"),
    _action(
        "time_axis",
        "Switch the time axis between linear and logarithmic",
        "switch_time_axis",
        shortcuts=("L",),
        words="log scale curves",
    ),
    _action(
        "histogram",
        "Switch the histogram between ForgetScore and decay score",
        "switch_histogram",
        words="distribution thresholds promote forget",
    ),
    _action(
        "over_time",
        "Show the selected memories over time, with their uses",
        "show_over_time",
        words="curves history dates thresholds life",
    ),
    _action(
        "recency_file",
        "Save the recency curves as PNG, SVG or CSV…",
        "save_recency",
        icon="export",
        words="export picture plot",
    ),
    _action(
        "decay_file",
        "Save the decay curves as PNG, SVG or CSV…",
        "save_decay",
        icon="export",
        words="export picture plot",
    ),
    _action(
        "effects_file",
        "Save the plot of use count, strength or recall as PNG, SVG or CSV…",
        "save_effects",
        icon="export",
        words="export picture",
    ),
    _action(
        "histogram_file",
        "Save the histogram as PNG, SVG or CSV…",
        "save_histogram",
        icon="export",
        words="export picture plot forgetscore decay score",
    ),
    _action(
        "year_file",
        "Save the coming year as PNG, SVG or CSV…",
        "save_year",
        icon="export",
        words="export picture plot population time machine",
    ),
)
