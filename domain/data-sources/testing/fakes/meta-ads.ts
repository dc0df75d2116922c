/** Responds like Meta's Graph API: numbers are text, pages have cursors, and quota errors have status 400. */
import { activeDays, hasBearer, invented, valuesOf } from "./invented-days"
import type { FakeRequest, Platform, World } from "./world"

const failed = (code: number, message: string) => ({
  status: 400,
  json: { error: { message, type: "OAuthException", code, fbtrace_id: "fake" } },
})

export const fakeMetaAds: Platform = {
  provider: "meta_ads",
  consent: { page: "/v25.0/dialog/oauth", token: "/v25.0/oauth/access_token" },
  env: { META_APP_ID: "fake-app", META_APP_SECRET: "fake-secret" },
  isAuthorized: ({ headers }) => hasBearer(headers),
  refusal: failed(190, "Error validating access token: The session has been invalidated."),
  quota: { ...failed(17, "User request limit reached"), headers: usageHeaders(1) },
  respond(request, world) {
    const headers = usageHeaders(world.quotaUsed)
    if (request.path === "/v25.0/me/adaccounts") return { headers, json: paged(request, accounts(world)) }
    return request.path.endsWith("/insights") ? { headers, json: paged(request, insights(request, world)) } : undefined
  },
}

/**
 * The used percentages of the quotas, as JSON in headers. A quota that is used up is available again after 30 minutes.
 */
function usageHeaders(quotaUsed: number) {
  const percent = Math.round(quotaUsed * 100)
  const usage = { call_count: percent, total_cputime: Math.round(percent / 2), total_time: Math.round(percent / 2) }
  const tier = { ads_api_access_tier: "standard_access" }
  const regain = { estimated_time_to_regain_access: quotaUsed < 1 ? 0 : 30 }
  return {
    "x-app-usage": JSON.stringify({ call_count: 1, total_cputime: 0, total_time: 1 }),
    "x-ad-account-usage": JSON.stringify({ acc_id_util_pct: 9.67, reset_time_duration: 300, ...tier }),
    "x-business-use-case-usage": JSON.stringify({ 1001: [{ type: "ads_insights", ...usage, ...regain, ...tier }] }),
  }
}

/** Makes an item when its page is asked for, because a test asks for pages of 26,000 ad sets. */
type Item = () => object

const accounts = (world: World): Item[] =>
  world.accounts.map(({ id, name, currency, timezone }) => () => ({
    id,
    account_id: id.slice(4),
    name,
    currency,
    timezone_name: timezone,
  }))

function insights({ query }: FakeRequest, world: World): Item[] {
  const { since, until } = JSON.parse(query.get("time_range") ?? "{}") as { since: string; until: string }
  if (query.get("time_increment") === "all_days")
    return [() => ({ date_start: since, date_stop: until, reach: "4200" })]
  const days = activeDays(world, since, until)
  if (query.get("level") === "account")
    return days.map((date) => () => ({
      date_start: date,
      date_stop: date,
      reach: String(invented(world, `reach ${date}`) * 7),
    }))
  return days.flatMap((date) =>
    valuesOf(world, "ad set", true).map((_, n) => () => {
      const clicks = invented(world, `clicks ${date} ${n}`)
      const actions = (value: number) => [
        { action_type: "purchase", value: String(value) },
        { action_type: "omni_purchase", value: String(value) },
        { action_type: "link_click", value: String(clicks) },
      ]
      return {
        date_start: date,
        date_stop: date,
        campaign_id: `12000${(n % 2) + 1}`,
        campaign_name: n % 2 === 0 ? "Prospecting" : "Retargeting",
        adset_id: `13000${n + 1}`,
        // The first ad sets of the two campaigns share a name.
        adset_name: n < 2 ? "Broad" : `Ad set ${n + 1}`,
        impressions: String(clicks * 30),
        inline_link_clicks: String(clicks),
        spend: (clicks * 0.87).toFixed(2),
        actions: actions(clicks % 5),
        action_values: actions((clicks % 5) * 40),
      }
    }),
  )
}

/** The cursor is the position of the next item. */
function paged({ query, path }: FakeRequest, items: Item[]) {
  const limit = Number(query.get("limit") ?? 25)
  const after = Number(query.get("after") ?? 0)
  const end = after + limit
  const isLast = end >= items.length
  return {
    data: items.slice(after, end).map((make) => make()),
    paging: {
      cursors: { before: String(after), after: String(end) },
      ...(!isLast && { next: `https://elsewhere.example${path}` }),
    },
  }
}
