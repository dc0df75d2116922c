import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { Changes } from "./changes"

const textOf = (before: object, after: object) =>
  renderToString(<Changes before={before} after={after} />).replaceAll(
    /<!-- -->|<span[^>]*>|<\/span>| class="[^"]*"/g,
    "",
  )

it("marks the old value of a changed field as deleted, and leaves out the others", () => {
  expect(textOf({ name: "Old", plan: "free" }, { name: "New", plan: "free" })).toBe(
    "<ul><li>name: <del>Old</del> New</li></ul>",
  )
})

it("writes lists, objects and times as text", () => {
  const competitors = [
    { name: "Cube", aliases: ["Cube Bikes", "cube.eu"] },
    { name: "Canyon", aliases: [] },
  ]
  expect(textOf({ competitors: [] }, { competitors })).toBe(
    "<ul><li>competitors: <del>none</del> name Cube, aliases Cube Bikes, cube.eu; name Canyon, aliases none</li></ul>",
  )
  expect(textOf({}, { expires_at: "2026-11-29T12:38:53.000Z" })).toBe(
    "<ul><li>expires at:  2026-11-29 12:38 UTC</li></ul>",
  )
})
