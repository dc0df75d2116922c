/** Next's own settings: server packages stay outside the bundle, so that both mounts share one pool and one limiter. */
import type { NextConfig } from "next"

const config: NextConfig = {
  serverExternalPackages: ["pg", "@prisma/client", "@prisma/adapter-pg", "@node-rs/argon2", "pino"],
  poweredByHeader: false,
  // The REST mount compresses its own answers; the product's server stands in front of the pages.
  compress: true,
  typedRoutes: false,
  headers: async () => [
    {
      source: "/:path*",
      headers: [
        // Invitation links are secrets in an address: no other site hears of them.
        { key: "Referrer-Policy", value: "same-origin" },
        { key: "X-Content-Type-Options", value: "nosniff" },
        { key: "X-Frame-Options", value: "DENY" },
      ],
    },
  ],
  // Types are checked by `npm run check`; `npm start` need not wait for them.
  typescript: { ignoreBuildErrors: true },
}

export default config
