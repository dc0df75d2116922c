/** Reads Google Search Console: clicks, impressions and position of a property, by query, page, country and device. */
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
import { googleApi } from "./google-api"
import { keepLargestRows } from "./sum-rows"

const api = "https://www.googleapis.com/webmasters/v3"
/** The largest page that the API returns. A full page means that there may be more. */
const pageRows = 25_000
const maxPages = 4
/** Rows that are stored per day and breakdown. `keepLargestRows` sums the rest in one row. */
const rowsPerDay = 500
/** Search Console counts the days of every property in the time zone of California. */
const timezone = "America/Los_Angeles"

const breakdowns = [[], ["query"], ["page"], ["country"], ["device"]]

export const searchConsole: Connector = {
  finalAfterDays: 3,
  lookbackDays: 7,
  historyDays: 480,
  chunkDays: 14,
  ...googleApi("search_console"),
  secretKinds: ["service_account"],
  zeroMetrics: ["search_clicks", "search_impressions"],
  listAccounts,
  read,
}

const sites = z.object({
  siteEntry: z.array(z.object({ siteUrl: z.string(), permissionLevel: z.string() })).optional(),
})

async function listAccounts(session: Session): Promise<Account[]> {
  const { siteEntry = [] } = await session.request(`${api}/sites`, sites, { headers: await bearerHeader(session) })
  return siteEntry
    .filter(({ permissionLevel }) => permissionLevel !== "siteUnverifiedUser")
    .map(({ siteUrl }) => ({
      id: siteUrl,
      name: siteUrl.replace(/^sc-domain:/, ""),
      timezone,
      currency: null,
      options: {},
    }))
}

const page = z.object({
  rows: z
    .array(
      z.object({
        keys: z.array(z.string()),
        clicks: z.number(),
        impressions: z.number(),
        position: z.number(),
      }),
    )
    .optional(),
  metadata: z.object({ first_incomplete_date: z.iso.date().optional() }).optional(),
})

async function read(session: Session, account: Account, window: DayWindow): Promise<ReadResult> {
  const rows: SourceRow[] = []
  let incompleteFrom: string | null = null
  for (const dimensions of breakdowns) {
    const breakdown = await readBreakdown(session, account, window, dimensions)
    incompleteFrom = breakdown.incompleteFrom ?? incompleteFrom
    rows.push(...keepLargestRows(breakdown.rows, "search_clicks", rowsPerDay))
  }
  return { rows, incompleteFrom }
}

async function readBreakdown(session: Session, account: Account, { from, to }: DayWindow, dimensions: string[]) {
  const url = `${api}/sites/${encodeURIComponent(account.id)}/searchAnalytics/query`
  const body = { startDate: from, endDate: to, dimensions: ["date", ...dimensions], type: "web", dataState: "all" }
  const rows: SourceRow[] = []
  let incompleteFrom: string | null = null
  let isCut = true
  for (let pageNumber = 0; pageNumber < maxPages; pageNumber++) {
    const { rows: found = [], metadata } = await session.request(url, page, {
      method: "POST",
      headers: await bearerHeader(session),
      json: { ...body, rowLimit: pageRows, startRow: pageNumber * pageRows },
    })
    incompleteFrom ??= metadata?.first_incomplete_date ?? null
    rows.push(...found.map((row) => rowOf(row, dimensions)))
    isCut = found.length >= pageRows
    if (!isCut) break
  }
  if (isCut) for (const row of rows) row.quality |= qualityBits.truncatedUpstream
  return { rows, incompleteFrom }
}

type FoundRow = NonNullable<z.infer<typeof page>["rows"]>[number]

/** The position is an average, so it is stored as two sums. Without impressions there is no position. */
const rowOf = ({ keys, clicks, impressions, position }: FoundRow, dimensions: string[]): SourceRow => ({
  date: keys[0] ?? "",
  dims: Object.fromEntries(dimensions.map((id, n) => [id, keys[n + 1] ?? ""])),
  values: {
    search_clicks: clicks,
    search_impressions: impressions,
    "search_position.sum": impressions > 0 ? position * impressions : null,
    "search_position.weight": impressions > 0 ? impressions : null,
  },
  quality: 0,
})
