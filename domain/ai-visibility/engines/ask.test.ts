import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { askEngine } from "./ask"
import { EngineFailure, type EngineSettings, type Question } from "./engine-client"
import type { EngineKind } from "./kinds"
import { messages, searchResult, startVendorServer, type VendorServer } from "./testing/vendor-server"

let vendor: VendorServer
beforeAll(async () => {
  vendor = await startVendorServer()
})
afterAll(() => vendor.close())
afterEach(() => {
  vi.unstubAllEnvs()
  for (const list of [vendor.asked, vendor.faults, vendor.answers]) list.splice(0)
  vendor.headers = {}
})

const key = "sk-vendor-0123456789abcdef"
const question: Question = { prompt: "Which earbuds are best?", region: "DE", sample: { brands: [], seed: "" } }

/** OpenAI and what is like it have their version in the base URL. */
const baseUrl = (kind: EngineKind) => (kind === "openai" || kind === "compatible" ? `${vendor.url}/v1` : vendor.url)

function ask(kind: EngineKind, more: Partial<EngineSettings> = {}, timeoutMs?: number) {
  const settings = { model: "a-model", apiKey: key, baseUrl: baseUrl(kind), webSearch: true, ...more }
  return askEngine(kind, question, settings, { isTrusted: true, ...(timeoutMs && { timeoutMs }) })
}

async function failure(asking: Promise<unknown>): Promise<EngineFailure> {
  const thrown = await asking.then(
    () => undefined,
    (error) => error,
  )
  expect(thrown).toBeInstanceOf(EngineFailure)
  expect(JSON.stringify([thrown, thrown.message, thrown.stack])).not.toContain(key)
  return thrown
}

const kinds = ["openai", "perplexity", "gemini", "anthropic", "compatible"] as const
const searching = ["openai", "perplexity", "gemini", "anthropic"] as const

describe.each(kinds)("%s", (kind) => {
  it("answers with text, version and tokens", async () => {
    const reply = await ask(kind)
    expect(reply.text).toMatch(/^Sony and Anker/)
    expect(reply).toMatchObject({ tokensIn: 12, tokensOut: 34 })
    expect(reply.modelVersion).toBeTruthy()
    expect(reply.latencyMs).toBeGreaterThan(0)
    expect(JSON.stringify(vendor.asked[0]?.body)).toContain(question.prompt)
  })

  it.each([
    [
      { status: 429, retryAfter: "7" },
      { code: "rate_limited", more: { isRetryable: true, retryAfterSeconds: 7 } },
    ],
    [{ status: 429 }, { code: "rate_limited", more: { isRetryable: true, retryAfterSeconds: null } }],
    [{ status: 500 }, { code: "engine_error", more: { isRetryable: true } }],
    [{ status: 529 }, { code: "engine_error", more: { isRetryable: true } }],
    [
      { status: 401 },
      { code: "key_refused", message: "The engine refused the key (HTTP 401).", more: { isRetryable: false } },
    ],
    [{ status: 404 }, { code: "engine_error", more: { isRetryable: false } }],
    ["cut", { code: "engine_error", more: { isRetryable: true } }],
  ] as const)("fails as it should on %j, once", async (fault, expected) => {
    vendor.faults.push(fault)
    expect(await failure(ask(kind))).toMatchObject(expected)
    expect(vendor.asked).toHaveLength(1)
  })

  it("gives up at the deadline", async () => {
    vendor.faults.push("hang")
    expect(await failure(ask(kind, {}, 300))).toMatchObject({ code: "timeout", more: { isRetryable: true } })
  })

  it("says when nobody is there", async () => {
    expect(await failure(ask(kind, { baseUrl: "http://127.0.0.1:9/v1" }))).toMatchObject({
      code: "engine_error",
      message: "The engine could not be reached.",
      more: { isRetryable: true },
    })
  })

  it("never reaches into a private network at an address that a team chose", async () => {
    const settings = { model: "m", apiKey: key, webSearch: true }
    for (const baseUrl of ["http://169.254.169.254/v1", "https://10.0.0.1/v1", "https://[::1]/v1"])
      expect(await failure(askEngine(kind, question, { ...settings, baseUrl }))).toMatchObject({
        code: "engine_error",
        message: "The engine's address leads into a private network.",
      })
  })
})

describe.each(searching)("%s", (kind) => {
  it("tells what the text cites from what was only found", async () => {
    const { sources } = await ask(kind)
    const host = ({ url, title }: { url: string; title: string | null }) =>
      url.includes("redirect") ? title : new URL(url).hostname.replace("www.", "")
    const of = (kind: string) => [...new Set(sources.filter((s) => s.kind === kind).map(host))]
    expect(of("cited")).toEqual(["soundguys.com"])
    expect(of("retrieved")).toContain("rtings.com")
  })
})

describe("a server that a team chose", () => {
  const askThere = () => {
    vi.stubEnv("WEBHOOK_ALLOW_LOOPBACK", "1")
    const settings = { model: "a-model", apiKey: key, baseUrl: `${vendor.url}/v1`, webSearch: false }
    return askEngine("compatible", question, settings)
  }

  it("answers", async () => {
    expect((await askThere()).text).toBe("Sony and Anker.")
    expect(vendor.asked[0]?.headers["accept-encoding"]).toBe("identity")
  })

  it("cannot fill our memory: by a long answer, or by one that is packed", async () => {
    vendor.answers.push({ choices: [{ finish_reason: "stop", message: { content: "x".repeat(5_000_000) } }] })
    expect(await failure(askThere())).toMatchObject({ code: "engine_error" })
    vendor.headers = { "content-encoding": "gzip" }
    expect(await failure(askThere())).toMatchObject({ code: "engine_error" })
  })
})

describe("what the vendors say in their own ways", () => {
  it("is asked from where the asker is", async () => {
    await Promise.all([ask("openai"), ask("perplexity"), ask("anthropic")])
    for (const { body } of vendor.asked) expect(JSON.stringify(body)).toContain('"country":"DE"')
  })

  it("searches only when it shall", async () => {
    for (const kind of ["openai", "gemini", "anthropic"] as const) await ask(kind, { webSearch: false })
    for (const { body } of vendor.asked) expect(body["tools"]).toBeUndefined()
  })

  it("holds the price where the vendor states it", async () => {
    expect((await ask("perplexity")).costUsd).toBe(0.00504)
    expect((await ask("openai")).costUsd).toBeNull()
  })

  it.each([
    ["openai", { status: "incomplete", incomplete_details: { reason: "content_filter" }, output: [] }],
    ["openai", { status: "completed", output: [{ type: "message", content: [{ type: "refusal", refusal: "no" }] }] }],
    ["gemini", { promptFeedback: { blockReason: "SAFETY" } }],
    ["gemini", { candidates: [{ finishReason: "PROHIBITED_CONTENT" }] }],
    ["anthropic", { ...messages, stop_reason: "refusal", content: [] }],
    ["compatible", { choices: [{ finish_reason: "content_filter", message: { content: "" } }] }],
  ] as const)("may be a refusal: %s", async (kind, answer) => {
    vendor.answers.push(answer)
    expect(await failure(ask(kind))).toMatchObject({ code: "refused", more: { isRetryable: false } })
  })

  it.each([
    [
      "openai",
      { status: "completed", output: [{ type: "web_search_call", status: "failed", action: { type: "search" } }] },
    ],
    [
      "anthropic",
      {
        ...messages,
        content: [
          { ...searchResult, content: { type: "web_search_tool_result_error", error_code: "unavailable" } },
          { type: "text", text: "I could not search.", citations: null },
        ],
      },
    ],
  ] as const)("is no answer without sources when the search failed: %s", async (kind, answer) => {
    vendor.answers.push(answer)
    expect(await failure(ask(kind))).toMatchObject({ code: "engine_error", more: { isRetryable: true } })
  })

  it("is an answer when a later search succeeded", async () => {
    const failed = { ...searchResult, content: { type: "web_search_tool_result_error", error_code: "unavailable" } }
    vendor.answers.push({ ...messages, content: [failed, ...messages.content] })
    expect((await ask("anthropic")).text).toBe("Sony and Anker.")
  })

  it("goes on after a pause, and keeps what came before it", async () => {
    const [search, result, ...texts] = messages.content
    vendor.answers.push(
      { ...messages, stop_reason: "pause_turn", content: [search, result] },
      { ...messages, content: texts },
    )
    const reply = await ask("anthropic")
    expect(reply).toMatchObject({ text: "Sony and Anker.", tokensIn: 24, searchQueries: ["best earbuds 2026"] })
    expect(vendor.asked[1]?.body["messages"]).toHaveLength(2)
  })

  it("may be nothing at all", async () => {
    vendor.answers.push({ choices: [{ finish_reason: "stop", message: { content: " \n" } }] })
    expect(await failure(ask("compatible"))).toMatchObject({ code: "empty_answer" })
  })

  it("is asked where we say, whatever the environment says", async () => {
    for (const name of ["OPENAI_BASE_URL", "ANTHROPIC_BASE_URL", "PERPLEXITY_BASE_URL", "GOOGLE_GEMINI_BASE_URL"])
      vi.stubEnv(name, "http://127.0.0.1:9")
    for (const kind of kinds) await ask(kind)
    expect(vendor.asked).toHaveLength(kinds.length)
  })
})

describe("the sample engine", () => {
  const sample = (seed: string, brands = ["Sony", "Anker", "Bose"]) =>
    askEngine("sample", { ...question, sample: { brands, seed } }, { model: "", apiKey: "", webSearch: true })

  it("says the same for the same seed, and something else for another", async () => {
    const texts = await Promise.all([..."aabcdefgh"].map(async (seed) => (await sample(seed)).text))
    expect(texts[0]).toBe(texts[1])
    expect(new Set(texts).size).toBeGreaterThan(2)
  })

  it("names itself in every answer, and only brands it was given", async () => {
    const { text } = await sample("a", ["Onlyme"])
    expect(text).toContain("(Invented by the sample engine.)")
    expect(text).not.toContain("Sony")
  })
})
