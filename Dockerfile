# The companion on Debian. README.md and docs/hosting.md say how to run it. Nothing is compiled, so the
# same lines build it for amd64 and arm64.
ARG BASE=docker.io/library/debian:12-slim

FROM ${BASE} AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates git python3 python3-venv
COPY . /source
WORKDIR /source
RUN python3 -m venv /opt/loo-companion /opt/build \
    && /opt/loo-companion/bin/pip install --no-cache-dir --only-binary :all: \
        --require-hashes -r requirements.txt \
    && /opt/loo-companion/bin/pip install --no-cache-dir --only-binary :all: \
        --constraint requirements-test.txt "psycopg[binary]" psycopg-pool \
    && /opt/build/bin/pip wheel --no-cache-dir --no-deps --wheel-dir /wheel . \
    && /opt/loo-companion/bin/pip install --no-cache-dir --no-deps /wheel/*.whl

FROM ${BASE}
RUN apt-get update \
    && apt-get install -y --no-install-recommends python3 \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --no-create-home --home-dir /data loo-companion \
    && install --directory --owner=loo-companion --mode=700 /data
COPY --from=build /opt/loo-companion /opt/loo-companion
COPY tools/healthy /usr/local/bin/healthy
# COMPANION_PUBLISHED is the port at which the machine offers this container, as far as it is known.
ENV PATH=/opt/loo-companion/bin:$PATH COMPANION_INSTANCE=/data COMPANION_PUBLISHED=PORT
ARG VERSION=
LABEL org.opencontainers.image.title="loo-companion" \
    org.opencontainers.image.description="Keeps the score, the pool and the peace at a domino or card table, from a phone." \
    org.opencontainers.image.licenses="MIT" \
    org.opencontainers.image.version="${VERSION}"
USER loo-companion
VOLUME /data
EXPOSE 8000
# compose.yaml has it too, because an image in the OCI format has none.
HEALTHCHECK --start-period=20s --interval=30s --timeout=6s CMD ["healthy"]
ENTRYPOINT ["companion"]
CMD ["serve"]
