import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import type { Row } from "./format-metrics"
import { PromptGap } from "./prompt-actions"
import { Verdict } from "./verdict"

const row = (verdict: string, kind = "own") =>
  ({
    brand: { kind },
    change: { verdict, delta_abs: null, delta_compared: null, previous: {}, metrics: {} },
  }) as unknown as Row
const rendered = (shown: Row, isBadge = false) => renderToString(<Verdict row={shown} isBadge={isBadge} />)

it("colors a change of your brand, and not that of another brand", () => {
  expect(rendered(row("up"))).toContain("text-clear")
  expect(rendered(row("down"))).toContain("text-danger")
  expect(rendered(row("up", "competitor"))).toContain("text-quiet")
})

it("has the frame of a badge only where it stands alone", () => {
  for (const verdict of ["up", "no_clear_change"]) {
    expect(rendered(row(verdict), true)).toContain("rounded-full border")
    expect(rendered(row(verdict))).not.toContain("rounded-full border")
  }
})

it("marks a gap with a lamp, and says what it is", () => {
  const html = renderToString(<PromptGap />)
  expect(html).toContain('title="A competitor is clearly ahead of your brand"')
  expect(html).toContain("border-caution")
})
