/** Responds like the Search Console API: at most 25,000 rows per page. */

import { googleConsent, googleQuota, googleRefusal } from "./google"
import { activeDays, hasBearer, invented, valuesOf } from "./invented-days"
import type { FakeRequest, Platform, World } from "./world"

export const fakeSearchConsole: Platform = {
  provider: "search_console",
  ...googleConsent,
  isAuthorized: ({ headers }) => hasBearer(headers),
  refusal: googleRefusal,
  quota: googleQuota,
  respond(asked, world) {
    if (asked.path === "/webmasters/v3/sites")
      return { json: { siteEntry: world.accounts.map(({ id }) => ({ siteUrl: id, permissionLevel: "siteOwner" })) } }
    return asked.path.endsWith("/searchAnalytics/query") ? { json: query(asked, world) } : undefined
  },
}

type Query = { startDate: string; endDate: string; dimensions: string[]; rowLimit: number; startRow: number }

function query({ body }: FakeRequest, world: World) {
  const { startDate, endDate, dimensions, rowLimit, startRow } = JSON.parse(body) as Query
  const [, name] = dimensions
  const keys = activeDays(world, startDate, endDate).flatMap((day) =>
    name === undefined ? [[day]] : valuesOf(world, name, name === "query").map((value) => [day, value]),
  )
  const rows = keys.slice(startRow, startRow + rowLimit).map((key) => {
    const clicks = invented(world, `clicks ${key.join(" ")}`)
    const impressions = clicks * 10
    return { keys: key, clicks, impressions, ctr: clicks / impressions, position: 4.5 }
  })
  return {
    ...(rows.length > 0 && { rows }),
    responseAggregationType: "byProperty",
    ...(world.incompleteFrom && { metadata: { first_incomplete_date: world.incompleteFrom } }),
  }
}
