/** Next's own settings: server packages stay outside the bundle, so that both mounts share one pool and one limiter. */
import type { NextConfig } from "next"

const config: NextConfig = {
  serverExternalPackages: ["pg", "@prisma/client", "@prisma/adapter-pg", "@node-rs/argon2", "pino"],
  poweredByHeader: false,
  // The REST mount compresses its own answers; the product's server stands in front of the pages.
  compress: true,
  typedRoutes: false,
  // Types are checked by `npm run check`; a stale build on `npm start` need not do it again.
  typescript: { ignoreBuildErrors: process.env.SIGNALBOX_SKIP_TYPECHECK === "1" },
}

export default config
