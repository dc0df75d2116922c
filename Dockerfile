# syntax=docker/dockerfile:1
# Builds the Signalbox image. It contains no Postgres: DATABASE_URL and the secrets of .env.example are required.

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN node scripts/container.mjs build --into /image

FROM node:24-bookworm-slim
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1
WORKDIR /app
# The server is bundled into .build at each start, so the folder must belong to the user that runs it.
COPY --from=build --chown=node:node /image ./
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=1s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "scripts/container.mjs"]
CMD ["start", "--host", "0.0.0.0", "--port", "3000"]
