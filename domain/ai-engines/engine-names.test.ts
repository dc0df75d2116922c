import { expect, it } from "vitest"
import { engineName, importedEngineName } from "./engine-names"

it("names engines on pages, and unknown ones by their id", () => {
  expect(["chatgpt", "copilot", "openai_api", "you_com"].map(engineName)).toEqual([
    "ChatGPT",
    "Copilot",
    "OpenAI API",
    "you com",
  ])
})

it("names engines that files bring in, and unknown ones by their id in title case", () => {
  expect(["copilot", "openai", "anthropic", "openai_api", "you_com"].map(importedEngineName)).toEqual([
    "Microsoft Copilot",
    "OpenAI",
    "Anthropic",
    "Openai Api",
    "You Com",
  ])
})
