# syntax=docker/dockerfile:1

# The same number as .node-version.
ARG NODE_VERSION=26.10.0

FROM node:${NODE_VERSION}-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN --mount=type=cache,target=/root/.npm npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:${NODE_VERSION}-slim
# Without the last one, glibc keeps freed memory apart for every thread.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 METRICS_PORT=9464 MALLOC_ARENA_MAX=2
WORKDIR /app
# git for mirrors; pg_dump and pg_restore of the server's version, from PostgreSQL's own packages: Debian's are older.
RUN apt-get update -q && apt-get install -q -y --no-install-recommends git postgresql-common ca-certificates \
  && /usr/share/postgresql-common/pgdg/apt.postgresql.org.sh -y \
  && apt-get install -q -y --no-install-recommends postgresql-client-18 \
  && rm -rf /var/lib/apt/lists/* && install -d -o node -g node -m 700 /var/backups/codeshelf /var/lib/codeshelf/mirrors /var/lib/codeshelf/spool
# Owned by root: the process can read its own code, not change it. db/ holds the migrations.
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/db ./db
COPY --from=build /app/dist ./dist
USER node
EXPOSE 3000 9464
# For `web`; the worker has no web port and compose.yaml asks its metrics port instead.
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--enable-source-maps", "dist/server/main.js"]
CMD ["web"]
