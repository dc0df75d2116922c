/** Responds like the Google Analytics Admin and Data APIs. Numbers are text, days are written as 20261120. */

import { googleConsent, googleQuota, googleRefusal } from "./google"
import { activeDays, hasBearer, invented, valuesOf } from "./invented-days"
import type { FakeRequest, Platform, World } from "./world"

export const fakeGa4: Platform = {
  provider: "ga4",
  ...googleConsent,
  isAuthorized: ({ headers }) => hasBearer(headers),
  refusal: googleRefusal,
  quota: googleQuota,
  respond(asked, world) {
    const { path } = asked
    if (path === "/v1beta/accountSummaries") return { json: summaries(world) }
    const account = world.accounts.find(({ id }) => path === `/v1beta/${id}`)
    if (account)
      return {
        json: {
          name: account.id,
          displayName: account.name,
          timeZone: account.timezone,
          currencyCode: account.currency,
        },
      }
    return path.endsWith(":runReport") ? { json: report(asked, world) } : undefined
  },
}

const summaries = ({ accounts }: World) => ({
  accountSummaries: [
    {
      name: "accountSummaries/1",
      account: "accounts/1",
      displayName: "Agency",
      propertySummaries: accounts.map(({ id, name }) => ({
        property: id,
        displayName: name,
        propertyType: "PROPERTY_TYPE_ORDINARY",
      })),
    },
  ],
})

type Report = {
  dateRanges: { startDate: string; endDate: string; name?: string }[]
  dimensions?: { name: string }[]
  metrics: { name: string }[]
  limit?: string
  offset?: string
}

function report({ body }: FakeRequest, world: World) {
  const { dateRanges, dimensions = [], metrics, limit = "10000", offset = "0" } = JSON.parse(body) as Report
  const names = dimensions.map(({ name }) => name)
  const isByRange = dateRanges.length > 1
  const keys =
    names.length > 0 ? keysOf(world, dateRanges, names) : dateRanges.map(({ name = "" }) => (isByRange ? [name] : []))
  const rows = keys.map((key) => ({
    ...(key.length > 0 && { dimensionValues: key.map((value) => ({ value })) }),
    metricValues: metrics.map(({ name }) => ({ value: String(invented(world, `${name} ${key.join(" ")}`)) })),
  }))
  return {
    dimensionHeaders: dimensions,
    metricHeaders: metrics.map(({ name }) => ({ name, type: "TYPE_INTEGER" })),
    rows: rows.slice(Number(offset), Number(offset) + Number(limit)),
    rowCount: rows.length,
    metadata: {
      currencyCode: "EUR",
      dataLossFromOtherRow: names.includes("pagePath"),
      subjectToThresholding: names.includes("country"),
      samplingMetadatas: names.includes("deviceCategory")
        ? [{ samplesReadCount: "500", samplingSpaceSize: "1000" }]
        : [],
    },
    propertyQuota: propertyQuota(world),
    kind: "analyticsData#runReport",
  }
}

const quotaLimits = {
  tokensPerDay: 200_000,
  tokensPerHour: 40_000,
  tokensPerProjectPerHour: 14_000,
  serverErrorsPerProjectPerHour: 10,
  potentiallyThresholdedRequestsPerHour: 120,
  concurrentRequests: 10,
}

/** Every request consumes ten tokens. */
const propertyQuota = ({ quotaUsed }: World) =>
  Object.fromEntries(
    Object.entries(quotaLimits).map(([name, limit]) => [
      name,
      { consumed: name.startsWith("tokens") ? 10 : 0, remaining: Math.round(limit * (1 - quotaUsed)) },
    ]),
  )

function keysOf(world: World, dateRanges: Report["dateRanges"], [, ...names]: string[]): string[][] {
  const days = dateRanges.flatMap(({ startDate, endDate }) => activeDays(world, startDate, endDate))
  return days.flatMap((day) => {
    const date = day.replaceAll("-", "")
    if (names.length === 0) return [[date]]
    const values = names.includes("sessionSource")
      ? ["google", "chatgpt.com"]
      : valuesOf(world, names[0] ?? "", names.includes("pagePath"))
    return values.map((value) => [date, ...names.map((name) => (name === "sessionMedium" ? "referral" : value))])
  })
}
