# `npm run release -- image` builds this on a folder that it stages: `app/` is the built program and the locked Node,
# `container/` is ops/container. Two images: the application, and with `--target runner` the smaller one of the runner.
ARG BASE=docker.io/library/debian:bookworm-slim

FROM ${BASE} AS runner
ARG VERSION
ARG REVISION
ARG SOURCE
LABEL org.opencontainers.image.title="Codeshelf runner" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.source="${SOURCE}" \
  org.opencontainers.image.licenses="AGPL-3.0-or-later"
RUN apt-get update -q && apt-get install -q -y --no-install-recommends bubblewrap libatomic1 runsc util-linux \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/* \
  && useradd --uid 64037 --no-create-home --shell /usr/sbin/nologin codeshelf-runner \
  && install -d -o codeshelf-runner -m 755 /run/codeshelf-runner
WORKDIR /app
COPY app/LICENSE app/LICENSES app/package.json ./
COPY app/bin ./bin
COPY app/dist/server ./dist/server
COPY container/codeshelf /usr/local/bin/
ENV NODE_ENV=production
USER codeshelf-runner
ENTRYPOINT ["codeshelf"]
CMD ["runner"]

FROM ${BASE} AS app
# `debian` is PostgreSQL 15 in Debian 12. Any other number comes from PostgreSQL's own packages.
ARG POSTGRES_CLIENT=18
ARG VERSION
ARG REVISION
ARG SOURCE
LABEL org.opencontainers.image.title="Codeshelf" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.source="${SOURCE}" \
  org.opencontainers.image.licenses="AGPL-3.0-or-later"
# git and prlimit for mirrors; pg_dump and pg_restore, not older than the server, for backups.
RUN apt-get update -q && apt-get install -q -y --no-install-recommends ca-certificates git libatomic1 util-linux \
  && if [ "$POSTGRES_CLIENT" = debian ]; then apt-get install -q -y --no-install-recommends postgresql-client; \
  else apt-get install -q -y --no-install-recommends postgresql-common \
  && /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y \
  && apt-get install -q -y --no-install-recommends "postgresql-client-$POSTGRES_CLIENT"; fi \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/* \
  && useradd --uid 1000 --user-group --no-create-home --shell /usr/sbin/nologin codeshelf \
  && install -d -o codeshelf -g codeshelf -m 700 /var/backups/codeshelf /var/lib/codeshelf/mirrors /var/lib/codeshelf/spool \
  && install -d -o codeshelf -g codeshelf -m 755 /run/codeshelf \
  # The volume of the runner's socket gets its owner from the image that mounts it first.
  && install -d -o 64037 -g 64037 -m 755 /run/codeshelf-runner
# Owned by root: the process can read its own code, not change it.
WORKDIR /app
COPY app ./
COPY container/codeshelf container/codeshelf-secrets /usr/local/bin/
# Without the last one, glibc keeps freed memory apart for every thread.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 METRICS_PORT=9464 SPOOL_DIR=/var/lib/codeshelf/spool MIRRORS_DIR=/var/lib/codeshelf/mirrors MALLOC_ARENA_MAX=2
USER codeshelf
EXPOSE 3000 9464
# For `web`; the worker has no web port and compose.yaml asks its metrics port instead.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 CMD ["/app/bin/node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["codeshelf"]
CMD ["web"]
