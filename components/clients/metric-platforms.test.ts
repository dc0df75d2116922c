import { expect, it } from "vitest"
import { metricPlatforms } from "./metric-platforms"

const metrics = [
  { id: "ad_spend", providers: ["google_ads" as const, "meta_ads" as const] },
  { id: "sessions", providers: ["ga4" as const] },
]

it("names the platforms of the client's sources, and files for what no platform of the client provides", () => {
  const sources = [
    { provider: "google_ads" as const },
    { provider: "google_ads" as const },
    { provider: "csv" as const },
  ]
  expect([...metricPlatforms(metrics, sources)]).toEqual([
    ["ad_spend", ["Google Ads"]],
    ["sessions", ["File"]],
  ])
  expect(metricPlatforms(metrics, [{ provider: "ga4" }]).get("ad_spend")).toEqual([])
})
