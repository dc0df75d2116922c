import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { UpcomingList } from "./upcoming-list"

type Upcoming = Parameters<typeof UpcomingList>[0]["upcoming"]

const at = "2026-11-20T10:00:00.000Z"
const project = { id: "aip_1", name: "Earbuds" }
const source = { id: "dsc_1", name: "Ads" }

/** The links as `href text`. */
const linksOf = (upcoming: Upcoming) =>
  [
    ...renderToString(<UpcomingList upcoming={upcoming} teamPath="/team" zone="UTC" />)
      .replaceAll("<!-- -->", "")
      .matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g),
  ].map(([, href, text = ""]) => `${href} ${text.replaceAll(/<[^>]*>/g, "")}`)

it("links each line to what it is about", () => {
  expect(
    linksOf([
      { kind: "scan", at, project, source: null, count: 8 },
      { kind: "syncs", at, project: null, source, count: 1 },
      { kind: "email", at, project: null, source: null, count: 3 },
    ]),
  ).toEqual([
    "/team/ai-visibility/aip_1/scans Scan of Earbuds",
    "/team/sources/dsc_1 Sync of Ads",
    "/team/signals?status=open Email of 3 new signals",
  ])
})

it("names the first of several data sources, and links to all", () => {
  const syncs = (count: number) => linksOf([{ kind: "syncs", at, project: null, source, count }])
  expect(syncs(2)).toEqual(["/team/sources Sync of Ads and 1 other source"])
  expect(syncs(4)).toEqual(["/team/sources Sync of Ads and 3 other sources"])
})

it("links to the projects while nothing is scheduled", () => {
  expect(linksOf([])).toEqual(["/team/ai-visibility View AI visibility projects"])
})
