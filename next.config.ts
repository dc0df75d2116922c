/** Next's own settings: server packages stay outside the bundle, so that both mounts share one pool and one limiter. */
import type { NextConfig } from "next"

const config: NextConfig = {
  // And what only servers need is not compiled anew by each build.
  serverExternalPackages: [
    "@anthropic-ai/sdk",
    "@google/genai",
    "@node-rs/argon2",
    "@perplexity-ai/perplexity_ai",
    "@prisma/adapter-pg",
    "@prisma/client",
    "inngest",
    "ioredis",
    "nodemailer",
    "openai",
    "pg",
    "pino",
    "prom-client",
    "rate-limiter-flexible",
    "tldts",
    "undici",
  ],
  // Writing it takes longer than a first build gains; whoever edits uses `npm run dev`, which has its own.
  experimental: { turbopackFileSystemCacheForBuild: false },
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
