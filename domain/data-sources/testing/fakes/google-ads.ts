/** Responds like the Google Ads API: `searchStream` returns batches, and 64-bit integers as text. */
import { googleConsent, googleRefusal } from "./google"
import { activeDays, hasBearer, invented, valuesOf } from "./invented-days"
import type { FakeRequest, Platform, World } from "./world"

/** The streaming method wraps its error in a list. Only this error names a quota: other responses do not. */
const quotaError = {
  status: 429,
  json: [
    {
      error: {
        code: 429,
        status: "RESOURCE_EXHAUSTED",
        message: "Resource has been exhausted (e.g. check quota).",
        details: [
          {
            "@type": "type.googleapis.com/google.ads.googleads.v25.errors.GoogleAdsFailure",
            errors: [
              {
                errorCode: { quotaError: "RESOURCE_EXHAUSTED" },
                message: "Too many requests. Retry in 120 seconds.",
                details: {
                  quotaErrorDetails: {
                    rateScope: "DEVELOPER",
                    rateName: "Number of operations for basic access",
                    retryDelay: "120s",
                  },
                },
              },
            ],
          },
        ],
      },
    },
  ],
}

export const fakeGoogleAds: Platform = {
  provider: "google_ads",
  ...googleConsent,
  env: { ...googleConsent.env, GOOGLE_ADS_DEVELOPER_TOKEN: "fake-developer-token" },
  isAuthorized: ({ headers }) => hasBearer(headers) && Boolean(headers["developer-token"]),
  refusal: googleRefusal,
  quota: quotaError,
  respond(request, world) {
    if (request.path.endsWith("customers:listAccessibleCustomers"))
      return { json: { resourceNames: world.accounts.map(({ id }) => `customers/${id}`) } }
    return request.path.endsWith(":searchStream") ? { json: stream(request, world) } : undefined
  },
}

const batchRows = 10_000

function stream({ path, body }: FakeRequest, world: World) {
  const { query } = JSON.parse(body) as { query: string }
  const results = query.includes("from customer") ? customers(path, world) : days(query, world)
  const batches = []
  for (let at = 0; at < results.length; at += batchRows)
    batches.push({ results: results.slice(at, at + batchRows), fieldMask: "", requestId: "fake" })
  return batches
}

function customers(path: string, { accounts }: World) {
  const account = accounts.find(({ id }) => path.includes(`/${id}/`))
  if (!account) return []
  const { id, name, currency, timezone } = account
  return [{ customer: { id, descriptiveName: name, currencyCode: currency, timeZone: timezone, manager: false } }]
}

function days(query: string, world: World) {
  const [from = "", to = ""] = [...query.matchAll(/'(\d{4}-\d\d-\d\d)'/g)].map(([, day]) => day)
  return activeDays(world, from, to).flatMap((date) =>
    valuesOf(world, "campaign", true).flatMap((_, n) =>
      ["MOBILE", "DESKTOP"].map((device) => {
        const clicks = invented(world, `clicks ${date} ${n} ${device}`)
        return {
          campaign: { resourceName: `customers/1/campaigns/${n + 1}`, id: String(n + 1), name: `Campaign ${n + 1}` },
          segments: { date, device, adNetworkType: "SEARCH" },
          metrics: {
            clicks: String(clicks),
            impressions: String(clicks * 20),
            costMicros: String(clicks * 1_230_000),
            conversions: clicks / 8,
            conversionsValue: clicks * 2.5,
          },
        }
      }),
    ),
  )
}
