/**
 * Reads Google Analytics 4 through the REST interface of its Data API (docs/decisions/0027-connectors-over-rest.md).
 */
import { z } from "zod"
import {
  type Account,
  bearerHeader,
  type Connector,
  type DayWindow,
  qualityBits,
  type ReadResult,
  type Session,
  type SourceRow,
} from "./connector"
import { ga4Quotas } from "./ga4-quotas"
import { googleApi } from "./google-api"
import { keepLargestRows, sumBy } from "./sum-rows"
import { type WholePeriod, wholePeriods } from "./whole-periods"

const adminApi = "https://analyticsadmin.googleapis.com/v1beta"
const dataApi = "https://analyticsdata.googleapis.com/v1beta"
/** Rows per request. The API allows 250,000. */
const pageRows = 25_000
/** Maximum pages per report. A report with more pages is marked as truncated. */
const maxPages = 8
/** The API accepts this many date ranges per request. */
const maxDateRanges = 4
/** Rows that are stored per day and breakdown. `keepLargestRows` sums the rest in one row. */
const rowsPerDay = 500

/** Stored metric -> metric of the API. */
const metrics = {
  sessions: "sessions",
  new_users: "newUsers",
  engaged_sessions: "engagedSessions",
  page_views: "screenPageViews",
  avg_session_duration: "averageSessionDuration",
  key_events: "keyEvents",
  purchases: "ecommercePurchases",
  revenue: "purchaseRevenue",
} as const
/** The breakdowns that are stored, and the dimensions of the API in the same order. */
const breakdowns: { dimensions: string[]; apiDimensions: string[] }[] = [
  { dimensions: [], apiDimensions: [] },
  { dimensions: ["channel"], apiDimensions: ["sessionDefaultChannelGroup"] },
  { dimensions: ["medium", "source"], apiDimensions: ["sessionMedium", "sessionSource"] },
  { dimensions: ["page"], apiDimensions: ["pagePath"] },
  { dimensions: ["country"], apiDimensions: ["country"] },
  { dimensions: ["device"], apiDimensions: ["deviceCategory"] },
]
/** Sites of AI assistants, by the session's source. */
const aiSources =
  /^(chatgpt\.com|chat\.openai\.com|perplexity(\.ai)?|www\.perplexity\.ai|gemini\.google\.com|copilot\.microsoft\.com|claude\.ai)$/

export const ga4: Connector = {
  finalAfterDays: 2,
  lookbackDays: 4,
  historyDays: 425,
  chunkDays: 30,
  ...googleApi("ga4"),
  secretKinds: ["service_account"],
  zeroMetrics: [...Object.keys(metrics).filter((id) => id !== "avg_session_duration"), "ai_referral_sessions"],
  quotasOf: ga4Quotas,
  listAccounts,
  read,
}

const summaries = z.object({
  accountSummaries: z
    .array(z.object({ propertySummaries: z.array(z.object({ property: z.string() })).optional() }))
    .optional(),
  nextPageToken: z.string().optional(),
})
const property = z.object({
  name: z.string(),
  displayName: z.string(),
  timeZone: z.string(),
  currencyCode: z.string().optional(),
})

async function listAccounts(session: Session): Promise<Account[]> {
  const headers = await bearerHeader(session)
  const accounts: Account[] = []
  for (const name of await listPropertyNames(session)) {
    const { displayName, timeZone, currencyCode } = await session.request(`${adminApi}/${name}`, property, { headers })
    accounts.push({ id: name, name: displayName, timezone: timeZone, currency: currencyCode ?? null, options: {} })
  }
  return accounts
}

/** Names such as `properties/1001`. */
async function listPropertyNames(session: Session): Promise<string[]> {
  const headers = await bearerHeader(session)
  const names: string[] = []
  let pageToken: string | undefined
  do {
    const query = { pageSize: "200", ...(pageToken && { pageToken }) }
    const page = await session.request(`${adminApi}/accountSummaries`, summaries, { headers, query })
    for (const { propertySummaries = [] } of page.accountSummaries ?? [])
      names.push(...propertySummaries.map(({ property }) => property))
    pageToken = page.nextPageToken
  } while (pageToken)
  return names
}

const values = z.array(z.object({ value: z.string() }))
const report = z.object({
  rows: z.array(z.object({ dimensionValues: values.optional(), metricValues: values })).optional(),
  rowCount: z.int().optional(),
  metadata: z
    .object({
      dataLossFromOtherRow: z.boolean().optional(),
      subjectToThresholding: z.boolean().optional(),
      samplingMetadatas: z.array(z.unknown()).optional(),
    })
    .optional(),
})
type Report = z.infer<typeof report>

async function read(session: Session, account: Account, window: DayWindow): Promise<ReadResult> {
  const rows: SourceRow[] = []
  for (const { dimensions, apiDimensions } of breakdowns) {
    const pages = await readReport(session, account, window, apiDimensions)
    const reportRows = rowsOf(pages, dimensions)
    if (dimensions.includes("source")) rows.push(...sumAiReferrals(reportRows))
    rows.push(...keepLargestRows(reportRows, "sessions", rowsPerDay))
  }
  rows.push(...(await readUsersByDay(session, account, window)))
  rows.push(...(await readUsersByWeekAndMonth(session, account, window)))
  return { rows, incompleteFrom: null }
}

async function readReport(
  session: Session,
  account: Account,
  { from, to }: DayWindow,
  apiDimensions: string[],
): Promise<Report[]> {
  const body = {
    dateRanges: [{ startDate: from, endDate: to }],
    dimensions: ["date", ...apiDimensions].map((name) => ({ name })),
    metrics: Object.values(metrics).map((name) => ({ name })),
    // A stable order, so that no row is missing or double between two pages.
    orderBys: ["date", ...apiDimensions].map((dimensionName) => ({ dimension: { dimensionName } })),
  }
  const pages: Report[] = []
  for (let offset = 0; pages.length < maxPages; offset += pageRows) {
    const page = await runReport(session, account, { ...body, limit: String(pageRows), offset: String(offset) })
    pages.push(page)
    if (offset + pageRows >= (page.rowCount ?? 0)) break
  }
  return pages
}

const runReport = async (session: Session, account: Account, body: object) =>
  session.request(`${dataApi}/${account.id}:runReport`, report, {
    method: "POST",
    headers: await bearerHeader(session),
    json: { ...body, returnPropertyQuota: true },
  })

function rowsOf(pages: Report[], dimensions: string[]): SourceRow[] {
  const rowsRead = pages.flatMap(({ rows = [] }) => rows).length
  let quality = rowsRead < (pages[0]?.rowCount ?? 0) ? qualityBits.truncatedUpstream : 0
  for (const page of pages) quality |= qualityOf(page)
  return pages.flatMap(({ rows = [] }) =>
    rows.map(({ dimensionValues = [], metricValues }) => ({
      date: isoDay(dimensionValues[0]?.value ?? ""),
      dims: Object.fromEntries(dimensions.map((id, n) => [id, dimensionValues[n + 1]?.value ?? ""])),
      values: valuesOf(metricValues.map(({ value }) => Number(value))),
      quality,
    })),
  )
}

/** An average cannot be summed, so it is stored as two sums. */
function valuesOf(numbers: number[]): SourceRow["values"] {
  const { avg_session_duration = 0, ...sums } = Object.fromEntries(
    Object.keys(metrics).map((id, n) => [id, numbers[n] ?? 0]),
  )
  const weight = sums["sessions"] ?? 0
  return {
    ...sums,
    "avg_session_duration.sum": avg_session_duration * weight,
    "avg_session_duration.weight": weight,
  }
}

function qualityOf({ metadata = {} }: Report): number {
  let quality = 0
  if (metadata.samplingMetadatas?.length) quality |= qualityBits.sampled
  if (metadata.subjectToThresholding) quality |= qualityBits.thresholded
  if (metadata.dataLossFromOtherRow) quality |= qualityBits.otherRow
  return quality
}

/** The sessions of each day that came from AI assistants. */
function sumAiReferrals(rows: SourceRow[]): SourceRow[] {
  const referrals = rows.filter(({ dims }) => aiSources.test(dims["source"] ?? ""))
  return sumBy(
    referrals.map((row) => ({ ...row, values: { ai_referral_sessions: row.values["sessions"] ?? 0 } })),
    [],
  )
}

async function readUsersByDay(session: Session, account: Account, { from, to }: DayWindow): Promise<SourceRow[]> {
  const page = await runReport(session, account, {
    dateRanges: [{ startDate: from, endDate: to }],
    dimensions: [{ name: "date" }],
    metrics: [{ name: "totalUsers" }],
    limit: String(pageRows),
  })
  const quality = qualityOf(page)
  return (page.rows ?? []).map(({ dimensionValues = [], metricValues }) => ({
    date: isoDay(dimensionValues[0]?.value ?? ""),
    dims: {},
    grain: "day",
    values: { users: Number(metricValues[0]?.value) },
    quality,
  }))
}

async function readUsersByWeekAndMonth(session: Session, account: Account, window: DayWindow): Promise<SourceRow[]> {
  const periods = wholePeriods(window)
  const rows: SourceRow[] = []
  for (let start = 0; start < periods.length; start += maxDateRanges)
    rows.push(...(await readUsersOfPeriods(session, account, periods.slice(start, start + maxDateRanges))))
  return rows
}

/** With several date ranges the API adds a dimension, whose value is the name of the range. */
async function readUsersOfPeriods(session: Session, account: Account, periods: WholePeriod[]): Promise<SourceRow[]> {
  const page = await runReport(session, account, {
    dateRanges: periods.map(({ from, to }, n) => ({ startDate: from, endDate: to, name: `period${n}` })),
    metrics: [{ name: "totalUsers" }],
  })
  const quality = qualityOf(page)
  return (page.rows ?? []).flatMap(({ dimensionValues = [], metricValues }) => {
    const period = periods[Number(dimensionValues[0]?.value.replace("period", "") ?? 0)]
    if (!period) return []
    const users = Number(metricValues[0]?.value)
    return [{ date: period.from, dims: {}, grain: period.grain, values: { users }, quality }]
  })
}

/** The API writes days as 20261120. */
const isoDay = (text: string) => `${text.slice(0, 4)}-${text.slice(4, 6)}-${text.slice(6, 8)}`
