import { renderToStaticMarkup } from "react-dom/server"
import { expect, it } from "vitest"
import { exampleBrand } from "@/domain/ai-projects/brands/brand"
import { BrandList } from "./brand-list"

const htmlOf = (changes: Partial<typeof exampleBrand>) =>
  renderToStaticMarkup(<BrandList brands={[{ ...exampleBrand, ...changes }]} canChange={false} />)

it("marks a brand as an everyday word if its name or an alias is one, unless its settings say otherwise", () => {
  const badge = "everyday word"
  expect(htmlOf({ name: "monday.com", aliases: ["Monday"] })).toContain(badge)
  expect(htmlOf({ name: "Target", aliases: [] })).toContain(badge)
  expect(htmlOf({ name: "Best Buy", aliases: [] })).toContain(badge)
  expect(htmlOf({ name: "Adobe", aliases: ["HP"] })).not.toContain(badge)
  expect(htmlOf({ name: "Target", everyday_word: false })).not.toContain(badge)
  expect(htmlOf({ name: "Adobe", everyday_word: true })).toContain(badge)
})
