import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { ChoiceList } from "./choice-list"

it("names the buttons of a choice that no longer exists by its id", () => {
  const choices = [{ id: "clicks", label: "Ad clicks" }]
  const html = renderToString(
    <ChoiceList
      label="Metrics"
      add="Add metric"
      choices={choices}
      value={["clicks", "gone"]}
      max={5}
      onChange={() => {}}
    />,
  )
  expect([...html.matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(([, name]) => name)).toEqual([
    "Remove Ad clicks",
    "Move gone up",
    "Remove gone",
  ])
})
