import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { NeighborLinks, type Neighbors } from "./neighbor-links"

const render = (neighbors: Neighbors) =>
  renderToString(<NeighborLinks neighbors={neighbors} path="/team/signals" query={{ status: "any" }} />)
const [previous, next] = [
  { id: "sig_1", title: "Sessions fell" },
  { id: "sig_2", title: "Clicks fell" },
]

it("links to the neighbors by name, with the filters of the list", () => {
  const html = render({ previous, next })
  expect([...html.matchAll(/aria-label="([^"]*:[^"]*)"/g)].map(([, label]) => label)).toEqual([
    "Previous signal: Sessions fell",
    "Next signal: Clicks fell",
  ])
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    "/team/signals/sig_1?status=any",
    "/team/signals/sig_2?status=any",
  ])
})

it("shows nothing without neighbors, and one link at an end of the list", () => {
  expect(render({ previous: null, next: null })).toBe("")
  expect(render({ previous: null, next })).not.toContain("Previous signal")
})
