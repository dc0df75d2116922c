import { renderToString } from "react-dom/server"
import { expect, it } from "vitest"
import { SortTh } from "./sort-th"

function linkOf(parameter?: string) {
  const sorting = { path: "/list", query: { q: "a", cursor: "x" }, sort: "", ...(parameter && { parameter }) }
  const html = renderToString(
    <SortTh column="size" sorting={sorting}>
      Size
    </SortTh>,
  )
  return /href="([^"]*)"/.exec(html)?.[1]?.replaceAll("&amp;", "&")
}

it("starts again at the first page of the sorted list, and keeps the page of another list", () => {
  expect(linkOf()).toBe("/list?q=a&sort=size")
  expect(linkOf("brands")).toBe("/list?q=a&cursor=x&brands=size")
})
