"""What is made ready before the first page is asked for."""

from service.reports.html import ENVIRONMENT
from service.web.serve import compile_templates, warm_up
from service.web.site import TEMPLATES


def test_every_template_of_the_pages_and_of_the_report_is_compiled_beforehand():
    warm_up().join()
    names = [*TEMPLATES.list_templates(["html"]), *ENVIRONMENT.list_templates(["html"])]
    assert compile_templates() == len(names) > 50
