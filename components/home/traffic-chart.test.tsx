import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { TrafficChart } from "./traffic-chart"

const start = Date.parse("2026-11-19T13:00:00.000Z")
const emptyHours = Array.from({ length: 24 }, (_, i) => ({
  from: new Date(start + i * 3_600_000).toISOString(),
  succeeded: 0,
  refused: 0,
  failed: 0,
}))

function chart(counts: { succeeded: number; refused: number; failed: number }) {
  const requests = counts.succeeded + counts.refused + counts.failed
  const hours = emptyHours.map((hour, i) => (i === 5 ? { ...hour, ...counts } : hour))
  const html = renderToString(
    <TrafficChart traffic={{ requests, ...counts, hours }} teamPath="/team" zone="Europe/Berlin" />,
  )
  return { html, text: html.replaceAll(/<!-- -->|<[^>]*>/g, "") }
}

it("shows the totals, the first hour in the team's time zone and a link to the log", () => {
  const { html, text } = chart({ succeeded: 1_190, refused: 14, failed: 0 })
  expect(text).toContain("1,204 requests, 14 refused, 0 failed")
  expect(text).toContain("14:00now")
  expect(text).toContain("Hourly. Times shown in Europe/Berlin. Busiest hour: 1,204 requests.")
  expect(html).toContain('href="/team/settings/api/logs?since=24"')
})

it("draws only outcomes that occur", () => {
  const { html, text } = chart({ succeeded: 3, refused: 1, failed: 0 })
  expect(html.match(/height:[^;"]*/g)).toEqual(["height:75%", "height:25%"])
  expect(text).toContain("succeededrefused (4xx)")
  expect(text).not.toContain("(5xx)")
})

it("links to the API keys when there were no requests", () => {
  const { html, text } = chart({ succeeded: 0, refused: 0, failed: 0 })
  expect(text).toContain("No requests")
  expect(html).toContain('href="/team/settings/api"')
  expect(html).not.toContain("<figure")
})
