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
    "<dl><dt>Name</dt><dd><del>Old</del>New</dd></dl>",
  )
})

it("writes lists, objects and times as text", () => {
  const competitors = [
    { name: "Cube", aliases: ["Cube Bikes", "cube.eu"] },
    { name: "Canyon", aliases: [] },
  ]
  expect(textOf({ competitors: [] }, { competitors })).toBe(
    "<dl><dt>Competitors</dt><dd><del>none</del>name Cube, aliases Cube Bikes, cube.eu; name Canyon, aliases none</dd></dl>",
  )
  expect(textOf({}, { expires_at: "2026-11-29T12:38:53.000Z" })).toBe(
    "<dl><dt>Expires at</dt><dd>2026-11-29 12:38 UTC</dd></dl>",
  )
})

it("leaves out the empty fields of a new object, and writes acronyms in capitals", () => {
  expect(textOf({}, { ip_allowlist: ["203.0.113.7"], expires_at: null })).toBe(
    "<dl><dt>IP allowlist</dt><dd>203.0.113.7</dd></dl>",
  )
  expect(textOf({ expires_at: null }, { expires_at: "never" })).toBe(
    "<dl><dt>Expires at</dt><dd><del>none</del>never</dd></dl>",
  )
})
