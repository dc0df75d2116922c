import { renderToStaticMarkup } from "react-dom/server"
import { expect, it } from "vitest"
import { Sparkline } from "./sparkline"

it("draws a value between two gaps as a dot", () => {
  const page = renderToStaticMarkup(<Sparkline values={[1, 2, null, 3, null]} />)
  expect(page).toContain('d="M0.0 26.0h0L25.0 14.0M75.0 2.0h0"')
})
