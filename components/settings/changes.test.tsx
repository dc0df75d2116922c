import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { Changes } from "./changes"

it("marks the old value of a changed field as deleted", () => {
  const html = renderToString(<Changes before={{ name: "Old", plan: "free" }} after={{ name: "New", plan: "free" }} />)
  expect(html.replaceAll("<!-- -->", "")).toMatch(
    /^<ul><li[^>]*>name: <del>Old<\/del> <span[^>]*>New<\/span><\/li><\/ul>$/,
  )
})
