/**
 * Rehype plugin for tables with more than two columns. Phones show such a table as cards without headers
 * (app/globals.css), so each cell after the first is labeled with the header of its column.
 */
import type { Element, ElementContent, Root } from "hast"
import { toString as textOf } from "hast-util-to-string"
import { visit } from "unist-util-visit"

export const labelCells = () => (tree: Root) =>
  visit(tree, { tagName: "table" }, (node) => {
    const table = node as Element
    const [header, ...rows] = table.children.filter(isElement).flatMap(({ children }) => children.filter(isElement))
    const labels = header?.children.filter(isElement).map(textOf) ?? []
    if (labels.length <= 2) return
    table.properties["className"] = ["cards"]
    for (const row of rows)
      row.children.filter(isElement).forEach((cell, i) => {
        // The first cell is the title of the card.
        if (i > 0) cell.properties["dataLabel"] = labels[i]
      })
  })

const isElement = (node: ElementContent): node is Element => node.type === "element"
