/** Responds like the Google Analytics Admin and Data APIs. Numbers are text, days are written as 20261120. */
import { googleConsent, googleQuota, googleRefusal } from "./google"
import { activeDays, hasBearer, partOf, valuesOf, visitsOn } from "./invented-days"
import type { FakeRequest, Platform, World } from "./world"

export const fakeGa4: Platform = {
  provider: "ga4",
  ...googleConsent,
  isAuthorized: ({ headers }) => hasBearer(headers),
  refusal: googleRefusal,
  quota: googleQuota,
  respond(request, world) {
    const { path } = request
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
    return path.endsWith(":runReport") ? { json: report(request, world) } : undefined
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
  const rows = names.length > 0 ? rowsByDay(world, dateRanges, names) : rowsByRange(world, dateRanges)
  return {
    dimensionHeaders: dimensions,
    metricHeaders: metrics.map(({ name }) => ({ name, type: "TYPE_INTEGER" })),
    rows: rows.slice(Number(offset), Number(offset) + Number(limit)).map(({ key, amountOf }) => ({
      ...(key.length > 0 && { dimensionValues: key.map((value) => ({ value })) }),
      metricValues: metrics.map(({ name }) => ({ value: String(amountOf(name)) })),
    })),
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

type Row = { key: string[]; amountOf(metric: string): number }

/** Metric -> its value per visit. The average duration of a session is not per visit. */
const perVisit: Record<string, number> = {
  sessions: 1,
  totalUsers: 0.8,
  newUsers: 0.5,
  engagedSessions: 0.6,
  screenPageViews: 2.4,
  keyEvents: 0.1,
  ecommercePurchases: 0.05,
  purchaseRevenue: 4,
}
const averageSessionSeconds = 95

const totalOf = (visits: number, metric: string) => Math.round(visits * (perVisit[metric] ?? 1))

/** The rows of a breakdown add up to the total of the day. */
function rowsByDay(world: World, dateRanges: Report["dateRanges"], [, ...names]: string[]): Row[] {
  const values = valuesFor(world, names)
  const days = dateRanges.flatMap(({ startDate, endDate }) => activeDays(world, startDate, endDate))
  return days.flatMap((day) => {
    const visits = visitsOn(world, day)
    return values.map((value, index): Row => {
      const amountOf = (metric: string) =>
        metric === "averageSessionDuration"
          ? Math.round(averageSessionSeconds * world.factor)
          : partOf(totalOf(visits, metric), index, values.length)
      return { key: [day.replaceAll("-", ""), ...value], amountOf }
    })
  })
}

/** The values of each row, in the order of the dimensions. One row without values if there are no dimensions. */
function valuesFor(world: World, names: string[]): string[][] {
  const [name = ""] = names
  if (names.length === 0) return [[]]
  if (name === "pagePath") return valuesOf(world, "page", true).map((page) => [`/${page.replace(" ", "-")}`])
  return twoValues[names.join()] ?? valuesOf(world, name).map((value) => names.map(() => value))
}

const twoValues: Record<string, string[][]> = {
  sessionDefaultChannelGroup: [["Organic Search"], ["Referral"]],
  "sessionMedium,sessionSource": [
    ["organic", "google"],
    ["referral", "chatgpt.com"],
  ],
  country: [["Italy"], ["Germany"]],
  deviceCategory: [["mobile"], ["desktop"]],
}

function rowsByRange(world: World, dateRanges: Report["dateRanges"]): Row[] {
  return dateRanges.map(({ startDate, endDate, name = "" }) => {
    const visits = activeDays(world, startDate, endDate).reduce((sum, day) => sum + visitsOn(world, day), 0)
    return { key: dateRanges.length > 1 ? [name] : [], amountOf: (metric) => totalOf(visits, metric) }
  })
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
