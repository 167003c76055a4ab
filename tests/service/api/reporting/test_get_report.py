"""`GET /nights/{night}/report`: everybody reads it in their language, however it was kept for others."""


def test_the_report_and_its_pages_are_in_the_language_that_is_asked_for(table, onlooker):
    path, danish = f"{table.path}/report", {"Accept-Language": "da"}
    english = onlooker.get(path)
    in_danish = onlooker.get(path, headers=danish)
    assert english.json["verdict"]["sentences"][0].startswith("BALANCED: ")
    assert in_danish.json["verdict"]["sentences"][0].startswith("STEMMER: ")
    assert onlooker.get(path).data == english.data
    # What programs count with is the same.
    assert in_danish.json["standings"] == english.json["standings"]


def test_a_report_in_another_language_is_never_taken_for_the_one_that_is_known(table, onlooker):
    path = f"{table.path}/report"
    known = {"If-None-Match": onlooker.get(path).headers["ETag"]}
    assert onlooker.get(path, headers=known).status_code == 304
    answer = onlooker.get(path, headers=known | {"Accept-Language": "da"})
    assert answer.status_code == 200
    assert answer.json["verdict"]["sentences"][0].startswith("STEMMER: ")
