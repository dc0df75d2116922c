import { renderToStaticMarkup } from "react-dom/server"
import { expect, it } from "vitest"
import { SignalChart } from "./signal-chart"

it("lists the breaks of the scans behind a signal", () => {
  const chart = (breaks: { date: string; reason: string }[]) =>
    renderToStaticMarkup(
      <SignalChart
        label="AI visibility of Bose"
        column={{ unit: "ratio", currency: null }}
        points={[0.5, 0.6, 0.2].map((value, i) => ({ date: `2026-03-0${i + 1}`, value }))}
        events={[{ from: "2026-03-03", to: "2026-03-03", expected: { value: 0.6, low: 0.5, high: 0.7 } }]}
        breaks={breaks}
      />,
    )
  expect(chart([{ date: "2026-03-03", reason: "Prompts changed: 2 added" }])).toContain("Prompts changed: 2 added")
  expect(chart([])).not.toContain("Breaks in the series")
})
