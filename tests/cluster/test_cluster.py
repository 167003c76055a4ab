"""A whole service on one machine: everything is killed once while tables play, and nothing is lost or done twice."""

from tests.cluster.run import Size, cluster, kills
from tests.cluster.scripts import scripts

# `make cluster` plays a hundred tables for minutes.
SHORT = Size(tables=4, webs=2, workers=1, seconds=0, hands=1)


def test_what_was_acknowledged_is_there_once_and_every_night_ends_once_whatever_is_killed(tmp_path) -> None:
    with cluster(tmp_path, SHORT) as service:
        played = scripts(SHORT.tables, hands=SHORT.hands, seed=20261122)
        survived = service.survive(played, kills(service), webs=SHORT.webs)
    assert survived.wrong == ()
    assert survived.killed == ("a web process", "a worker", "Redis", "the primary")
    assert survived.acts == sum(len(script.acts) for script in played)
