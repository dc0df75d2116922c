/** Responds like the Bing Webmaster API: `{"d": [...]}`, with dates in milliseconds and the offset of California. */
import { addDays } from "@/domain/metrics/calendar"
import { activeDays, invented } from "./invented-days"
import type { Platform, World } from "./world"

export const fakeBingWebmaster: Platform = {
  provider: "bing_webmaster",
  isAuthorized: ({ query }) => Boolean(query.get("apikey")),
  refusal: { status: 400, json: { ErrorCode: 3, Message: "ERROR!!! InvalidApiKey" } },
  quota: { status: 400, json: { ErrorCode: 4, Message: "ERROR!!! ThrottleUser" } },
  respond({ path }, world) {
    if (path.endsWith("/GetUserSites"))
      return { json: { d: world.accounts.map(({ id }) => ({ __type: "Site", Url: id, IsVerified: true })) } }
    return path.endsWith("/GetRankAndTrafficStats") ? { json: { d: traffic(world) } } : undefined
  },
}

/** The last 180 days, which is what the API returns. */
function traffic(world: World) {
  const today = new Date().toISOString().slice(0, 10)
  return activeDays(world, addDays(today, -180), today).map((day) => ({
    __type: "RankAndTrafficStats:#Microsoft.Bing.Webmaster.Api",
    Clicks: invented(world, `clicks ${day}`),
    Impressions: invented(world, `impressions ${day}`) * 10,
    Date: `/Date(${Date.parse(`${day}T08:00:00Z`)}-0800)/`,
  }))
}
