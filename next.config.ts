/** Configures Next: packages outside the bundle, headers of every response, redirects of moved pages. */
import type { NextConfig } from "next"

const config: NextConfig = {
  // Not bundled, so that REST, which runs in front of Next, shares one connection pool and one rate limiter with Next.
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
  experimental: {
    // Writing the cache takes longer than it saves. `npm run dev` has its own cache.
    turbopackFileSystemCacheForBuild: false,
    // Node would read all source maps at the start, which takes 1.7 s of 7.8 s and 100 MB of memory. Our log could not
    // use them, because Next replaces the function with which Node maps stack traces.
    turbopackSourceMaps: process.env.NODE_ENV !== "production",
  },
  poweredByHeader: false,
  // The front server compresses pages (server/compress-pages.ts).
  compress: false,
  typedRoutes: false,
  rewrites: async () => [{ source: "/docs/:page(.*)\\.md", destination: "/docs-markdown/:page" }],
  redirects: async () => [
    {
      source: "/:team/ai-visibility/:project/set-up/:path*",
      destination: "/:team/ai-visibility/:project/settings/:path*",
      permanent: true,
    },
  ],
  headers: async () => [
    {
      source: "/:path*",
      headers: [
        // Invitation links contain a secret, so the browser does not send page addresses to other sites. `no-referrer`
        // would also remove the Origin header, which the form for connecting an app needs.
        { key: "Referrer-Policy", value: "same-origin" },
        { key: "X-Content-Type-Options", value: "nosniff" },
        { key: "X-Frame-Options", value: "DENY" },
        // No page uses these, so an injected script cannot use them either.
        { key: "Permissions-Policy", value: "camera=(), microphone=(), geolocation=(), payment=(), usb=()" },
      ],
    },
    // Pages have a policy with a nonce (proxy.ts). Under /api/ are data and two small forms of next-auth.
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
  // `npm run check` checks types, so `npm start` does not wait for them.
  typescript: { ignoreBuildErrors: true },
}

export default config
