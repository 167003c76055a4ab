# The program, for web servers, workers, the clock and the command line. compose.yaml says which container does what.
#   docker build --tag chipbook .
FROM python:3.11-slim AS build
WORKDIR /build
RUN python -m venv /opt/chipbook
COPY requirements/run.txt requirements/
# Wheels with known hashes only: nothing is compiled, and nothing comes that the lock does not name.
RUN /opt/chipbook/bin/pip install --no-cache-dir --require-hashes --only-binary=:all: -r requirements/run.txt
COPY pyproject.toml README.md LICENSE ./
COPY engine engine
COPY service service
COPY cli cli
COPY migrations migrations
RUN /opt/chipbook/bin/pip install --no-cache-dir --no-deps --no-build-isolation . \
    && /opt/chipbook/bin/python -m compileall -q /opt/chipbook/lib

FROM python:3.11-slim
# A number that never changes, so that the files of a volume keep their owner from one image to the next.
RUN groupadd --gid 10001 chipbook \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /var/lib/chipbook --shell /usr/sbin/nologin chipbook \
    && install --directory --owner=10001 --group=10001 --mode=0700 /var/lib/chipbook
COPY --from=build /opt/chipbook /opt/chipbook
ENV PATH=/opt/chipbook/bin:/usr/local/bin:/usr/bin:/bin \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    CHIPBOOK_HOME=/var/lib/chipbook \
    CHIPBOOK_HOST=0.0.0.0
USER 10001:10001
WORKDIR /var/lib/chipbook
EXPOSE 8421
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 CMD ["chipbook", "alive", "web"]
ENTRYPOINT ["chipbook"]
CMD ["serve"]
