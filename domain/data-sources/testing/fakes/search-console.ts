/** Responds like the Search Console API: at most 25,000 rows per page. */
import { googleConsent, googleQuota, googleRefusal } from "./google"
import { activeDays, hasBearer, partOf, valuesOf, visitsOn } from "./invented-days"
import type { FakeRequest, Platform, World } from "./world"

export const fakeSearchConsole: Platform = {
  provider: "search_console",
  ...googleConsent,
  isAuthorized: ({ headers }) => hasBearer(headers),
  refusal: googleRefusal,
  quota: googleQuota,
  respond(request, world) {
    if (request.path === "/webmasters/v3/sites")
      return { json: { siteEntry: world.accounts.map(({ id }) => ({ siteUrl: id, permissionLevel: "siteOwner" })) } }
    return request.path.endsWith("/searchAnalytics/query") ? { json: query(request, world) } : undefined
  },
}

/** Search Console hides rare queries, so the clicks by query are fewer than all clicks. */
const shareWithQuery = 0.8

const twoValues: Record<string, string[]> = { country: ["ita", "deu"], device: ["MOBILE", "DESKTOP"] }

/** The values of each row. One row without a value if there is no dimension. */
function valuesFor(world: World, name: string | undefined): string[][] {
  if (name === undefined) return [[]]
  if (name === "page") return valuesOf(world, name).map((page) => [`https://www.example.com/${page.replace(" ", "-")}`])
  return (twoValues[name] ?? valuesOf(world, name, name === "query")).map((value) => [value])
}

type Query = { startDate: string; endDate: string; dimensions: string[]; rowLimit: number; startRow: number }

function query({ body }: FakeRequest, world: World) {
  const { startDate, endDate, dimensions, rowLimit, startRow } = JSON.parse(body) as Query
  const [, name] = dimensions
  const values = valuesFor(world, name)
  const found = activeDays(world, startDate, endDate).flatMap((day) => {
    const total = Math.round(visitsOn(world, day) * (name === "query" ? shareWithQuery : 1))
    return values.map((value, index) => ({ keys: [day, ...value], clicks: partOf(total, index, values.length) }))
  })
  const rows = found.slice(startRow, startRow + rowLimit).map(({ keys, clicks }) => {
    const impressions = Math.max(clicks * 10, 1)
    return { keys, clicks, impressions, ctr: clicks / impressions, position: 4.5 }
  })
  return {
    ...(rows.length > 0 && { rows }),
    responseAggregationType: "byProperty",
    ...(world.incompleteFrom && { metadata: { first_incomplete_date: world.incompleteFrom } }),
  }
}
