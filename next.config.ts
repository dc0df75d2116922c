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
        // The pages use none of these, so that a script that gets in cannot either.
        { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), payment=(), usb=()" },
      ],
    },
    // Pages have a policy with a nonce (proxy.ts). What is under /api/ is data and two small forms of next-auth.
    {
      source: "/api/:path*",
      headers: [
        {
          key: "Content-Security-Policy",
          value: "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
        },
      ],
    },
  ],
  // Types are checked by `npm run check`; `npm start` need not wait for them.
  typescript: { ignoreBuildErrors: true },
}

export default config
