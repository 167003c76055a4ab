"""Disputes: what players do not agree on, and how it ends. Their lines begin with no player."""

from service.shorthand.vocabulary.act import Group, GuideRow

DISPUTES = Group(
    title="Disputes",
    acts=(),
    guide=(
        GuideRow('dispute 41 "that was a call" by carl', "a player disputes event 41; no chip moves"),
        GuideRow('dispute missing after 41 "bo anted" by carl', "an act is missing after event 41"),
        GuideRow('answer dispute 1 "I folded" by bo', "what another says to it"),
        GuideRow("resolve dispute 1 by strike 45", "it ends by a strike or a ruling"),
        GuideRow('resolve dispute 1 "it stands" agreed by anna, bo', "it ends by what the table agreed on"),
        GuideRow("withdraw dispute 1", "who raised it takes it back"),
    ),
)
