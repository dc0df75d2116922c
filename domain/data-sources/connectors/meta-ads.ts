/**
 * Reads Meta Ads (Facebook, Instagram) through the Graph API: cost and results by campaign and ad set, and reach by
 * day, week and month.
 */
import { z } from "zod"
import type { Day } from "@/domain/metrics/calendar"
import { DimensionNames } from "../facts/dimension-names"
import {
  type Account,
  bearerHeader,
  type Connector,
  type DayWindow,
  type PlatformFailure,
  qualityBits,
  type ReadResult,
  type Session,
  type SourceRow,
} from "./connector"
import { storedToken } from "./credentials"
import { graph, metaConsent } from "./meta-access"
import { metaQuotas } from "./meta-quotas"
import { sumBreakdowns } from "./sum-rows"
import { wholePeriods } from "./whole-periods"

const pageRows = 500
const maxPages = 200

export const metaAds: Connector = {
  finalAfterDays: 3,
  // Conversions are attributed for up to 28 days.
  lookbackDays: 29,
  historyDays: 1_100,
  chunkDays: 15,
  consent: metaConsent,
  secretKinds: ["token"],
  accessToken: storedToken,
  zeroMetrics: ["ad_clicks", "ad_impressions", "ad_spend", "ad_conversions", "ad_conversion_value"],
  failureOf: metaFailure,
  quotasOf: metaQuotas,
  listAccounts,
  read,
}

const paging = z.object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() }).optional()
const accountSchema = z.object({
  id: z.string(),
  name: z.string(),
  currency: z.string(),
  timezone_name: z.string(),
})

async function listAccounts(session: Session): Promise<Account[]> {
  const fields = "id,name,currency,timezone_name"
  const { items } = await readAllPages(session, "me/adaccounts", accountSchema, { fields })
  return items.map(({ id, name, currency, timezone_name }) => ({
    id,
    name,
    timezone: timezone_name,
    currency,
    options: {},
  }))
}

/** The Graph API sends numbers as text, and omits fields without a value. */
const numberText = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/)
  .default("0")
const actions = z.array(z.object({ action_type: z.string(), value: numberText })).default([])
const insight = z.object({
  date_start: z.iso.date(),
  campaign_id: z.string().default(""),
  campaign_name: z.string().default(""),
  adset_id: z.string().default(""),
  adset_name: z.string().default(""),
  impressions: numberText,
  inline_link_clicks: numberText,
  spend: numberText,
  reach: numberText,
  actions,
  action_values: actions,
})
type Insight = z.infer<typeof insight>

async function read(session: Session, account: Account, window: DayWindow): Promise<ReadResult> {
  const adSets = await readAdSets(session, account, window)
  const reach = await readReach(session, account, window)
  return { rows: [...sumBreakdowns(adSets, ["ad_group", "campaign"]), ...reach], incompleteFrom: null }
}

type InsightsQuery = { fields: string; level: "adset" | "account"; time_increment: "1" | "all_days" }

const listInsights = (session: Session, { id }: Account, { from, to }: { from: Day; to: Day }, query: InsightsQuery) =>
  readAllPages(session, `${id}/insights`, insight, {
    ...query,
    time_range: JSON.stringify({ since: from, until: to }),
    use_account_attribution_setting: "true",
  })

/** One row per day and ad set. */
async function readAdSets(session: Session, account: Account, window: DayWindow): Promise<SourceRow[]> {
  const { items, isCut } = await listInsights(session, account, window, {
    fields: "campaign_id,campaign_name,adset_id,adset_name,impressions,inline_link_clicks,spend,actions,action_values",
    level: "adset",
    time_increment: "1",
  })
  const names = { campaigns: new DimensionNames(), adSets: new DimensionNames() }
  for (const item of items) {
    names.campaigns.add(item.campaign_name, item.campaign_id)
    names.adSets.add(item.adset_name, item.adset_id)
  }
  return items.map((item) => adSetRow(item, names, isCut ? qualityBits.truncatedUpstream : 0))
}

type Names = { campaigns: DimensionNames; adSets: DimensionNames }

const adSetRow = (item: Insight, { campaigns, adSets }: Names, quality: number): SourceRow => ({
  date: item.date_start,
  dims: {
    campaign: campaigns.storedAs(item.campaign_name, item.campaign_id),
    ad_group: adSets.storedAs(item.adset_name, item.adset_id),
  },
  values: {
    ad_clicks: Number(item.inline_link_clicks),
    ad_impressions: Number(item.impressions),
    ad_spend: Number(item.spend),
    ad_conversions: sumConversions(item.actions),
    ad_conversion_value: sumConversions(item.action_values),
  },
  quality,
})

/** The people reached on each day, and in each whole week and month that ends in the window. */
async function readReach(session: Session, account: Account, window: DayWindow): Promise<SourceRow[]> {
  const query = { fields: "reach", level: "account" } as const
  const days = await listInsights(session, account, window, { ...query, time_increment: "1" })
  const rows = days.items.map(({ date_start, reach }) => reachRow(date_start, "day", reach))
  for (const period of wholePeriods(window)) {
    const { items } = await listInsights(session, account, period, { ...query, time_increment: "all_days" })
    rows.push(...items.map(({ reach }) => reachRow(period.from, period.grain, reach)))
  }
  return rows
}

const reachRow = (date: Day, grain: "day" | "week" | "month", reach: string): SourceRow => ({
  date,
  dims: {},
  grain,
  values: { ad_reach: Number(reach) },
  quality: 0,
})

/** Meta reports one purchase under several types. The first one that is present includes the others. */
const purchases = ["omni_purchase", "purchase", "offsite_conversion.fb_pixel_purchase"]

/** Adds up purchases and leads. Values are counts in `actions` and amounts of money in `action_values`. */
function sumConversions(actions: Insight["actions"]): number {
  const countOf = (type: string) => actions.find(({ action_type }) => action_type === type)?.value
  return Number(purchases.map(countOf).find((value) => value !== undefined) ?? 0) + Number(countOf("lead") ?? 0)
}

/** Uses only the cursor. The response also has the URL of the next page, which could lead to another host. */
async function readAllPages<T>(session: Session, path: string, item: z.ZodType<T>, query: Record<string, string>) {
  const page = z.object({ data: z.array(item), paging })
  const headers = await bearerHeader(session)
  const items: T[] = []
  let after = ""
  for (let number = 0; number < maxPages; number++) {
    const parameters = { ...query, limit: String(pageRows), ...(after && { after }) }
    const found = await session.request(`${graph}/${path}`, page, { headers, query: parameters })
    items.push(...found.data)
    // The last page has a cursor, too, but no next page.
    after = found.paging?.next ? (found.paging.cursors?.after ?? "") : ""
    if (!after) return { items, isCut: false }
  }
  return { items, isCut: true }
}

const errorBody = z.object({
  error: z.object({ code: z.int(), is_transient: z.boolean().optional() }),
})

const rateLimitCodes = [4, 17, 32, 613]
const authorizationCodes = [10, 102, 190]

/**
 * Ignores the HTTP status, because used-up quotas have status 400 or 403. The codes are listed at
 * https://developers.facebook.com/docs/graph-api/guides/error-handling.
 */
function metaFailure(_status: number, body: unknown): PlatformFailure | null {
  const { data } = errorBody.safeParse(body)
  if (!data) return null
  const { code, is_transient } = data.error
  if (rateLimitCodes.includes(code) || (code >= 80_000 && code <= 80_014)) return { code: "rate_limited" }
  if (authorizationCodes.includes(code) || (code >= 200 && code <= 299)) return { code: "authorization_lost" }
  return { code: is_transient || code <= 2 ? "platform_error" : "request_rejected" }
}
