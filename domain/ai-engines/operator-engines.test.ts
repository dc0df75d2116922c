import { expect, it } from "vitest"
import { engineUrls } from "./operator-engines"

it("parses the addresses of engines", () => {
  expect(engineUrls('{"openai":"http://gateway:8080/v1"}')).toEqual({ openai: "http://gateway:8080/v1" })
  expect(engineUrls("")).toEqual({})
})

it.each([
  ["openai=http://x", /must be a JSON object, such as \{"openai"/],
  ["[]", /must be a JSON object/],
  ['{"chatgpt":"http://x"}', /unknown engine "chatgpt"\. Use openai, perplexity, gemini, anthropic, compatible\./],
  ['{"openai":"gateway/v1"}', /entry "openai" .* is not an http or https URL/],
  ['{"gemini":"ftp://x"}', /entry "gemini" .* is not an http or https URL/],
])("explains in one sentence what is wrong with %s", (given, message) => {
  expect(() => engineUrls(given)).toThrow(message)
})
