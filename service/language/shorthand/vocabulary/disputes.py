"""Disputes: what players do not agree on, and how it ends. Their lines begin with no player."""

from service.language.shorthand.vocabulary.act import Group, GuideRow

DISPUTES = Group(
    title="Disputes",
    acts=(),
    guide=(
        GuideRow('dispute 41 "that was a call" by carl', "a player disputes event 41; no chip moves"),
        GuideRow('dispute missing after 41 "bo anted" by carl', "an act is missing after event 41"),
        GuideRow('answer dispute 1 "I folded" by bo', "what another says to it"),
        GuideRow(
            "resolve dispute 1 by strike 45 agreed by carl", "it ends by a strike or a ruling, if who raised it agrees"
        ),
        GuideRow('resolve dispute 1 "it stands" agreed by anna, carl', "it ends by what the table agreed on, carl too"),
        GuideRow('resolve dispute 1 "it stands"', "the bank's word; the dispute stays open for carl"),
        GuideRow("resolve dispute 1 agreed by carl", "carl agrees to the bank's word, and it ends"),
        GuideRow("withdraw dispute 1 by carl", "who raised it takes it back"),
    ),
)
