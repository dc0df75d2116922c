import { expect, it } from "vitest"
import { mergePages } from "./table-pages"

it("joins the rows of all pages under one line of headers", () => {
  const pages = [
    [
      ["Name", "Status"],
      ["Bergamo Bikes", "active"],
    ],
    [
      ["Name", "Status"],
      ["Kettenwerk", "paused"],
      ["Zweirad", "active"],
    ],
  ]
  expect(mergePages(pages)).toEqual([
    ["Name", "Status"],
    ["Bergamo Bikes", "active"],
    ["Kettenwerk", "paused"],
    ["Zweirad", "active"],
  ])
})

it("matches cells by their column when a page lacks a column", () => {
  const pages = [
    [
      ["Name", "Tags"],
      ["Bergamo Bikes", "retail"],
    ],
    [
      ["Name", "AI visibility", "Tags"],
      ["Kettenwerk", "40%", "b2b"],
    ],
  ]
  expect(mergePages(pages)).toEqual([
    ["Name", "Tags", "AI visibility"],
    ["Bergamo Bikes", "retail", ""],
    ["Kettenwerk", "b2b", "40%"],
  ])
})

it("keeps columns that have the same or an empty header apart", () => {
  const pages = [
    [
      ["", "Change", "Change"],
      ["a", "1", "2"],
    ],
    [
      ["", "Change", "Change"],
      ["b", "3", "4"],
    ],
  ]
  expect(mergePages(pages)).toEqual([
    ["", "Change", "Change"],
    ["a", "1", "2"],
    ["b", "3", "4"],
  ])
})
