import { expect, it } from "vitest"
import { answerLine } from "@/domain/testing/answer-lines"
import { answerReader } from "./answer-mentions"

const brands = ["Acme", "Bose"].map((name) => ({
  id: name,
  name,
  aliases: [],
  negative_aliases: [],
  domains: [],
  everyday_word: null,
}))
const ranksIn = (response: string, labelled_products: { brand: string; name: string }[]) =>
  answerReader(brands)({ ...answerLine(), response, labelled_brands: ["Acme", "Bose"], labelled_products }).map(
    ({ brand_id, rank }) => [brand_id, rank],
  )

it("finds a labelled brand by the name of its product", () => {
  expect(ranksIn("The Roadrunner beats Bose.", [{ brand: "Acme", name: "Roadrunner" }])).toEqual([
    ["Acme", 1],
    ["Bose", 2],
  ])
})

it("ignores products with a blank name", () => {
  expect(ranksIn("I like Bose.", [{ brand: "Acme", name: " " }])).toEqual([["Bose", 1]])
})
