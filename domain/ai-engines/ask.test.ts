import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"
import { askEngine } from "./ask"
import { EngineError, type EngineRequestSettings, type Question } from "./engine-client"
import { type EngineKind, engineDefinitions } from "./kinds"
import { messages, saying, searchResult, startVendorServer, type VendorServer } from "./testing/vendor-server"

let vendor: VendorServer
beforeAll(async () => {
  vendor = await startVendorServer()
})
afterAll(() => vendor.close())
afterEach(() => {
  vi.unstubAllEnvs()
  for (const list of [vendor.asked, vendor.failures, vendor.answers]) list.splice(0)
  vendor.headers = {}
  vendor.respond = undefined
})

const key = "sk-vendor-0123456789abcdef"
const question: Question = { prompt: "Which earbuds are best?", region: "DE", invention: { brands: [], seed: "" } }

/** OpenAI and compatible servers have the API version in the base URL. */
const baseUrl = (kind: EngineKind) => (kind === "openai" || kind === "compatible" ? `${vendor.url}/v1` : vendor.url)

function ask(kind: EngineKind, more: Partial<EngineRequestSettings> = {}, timeoutMs?: number) {
  const settings = { model: "a-model", apiKey: key, baseUrl: baseUrl(kind), webSearch: true, ...more }
  return askEngine(kind, question, settings, { isTrusted: true, ...(timeoutMs && { timeoutMs }) })
}

async function failure(asking: Promise<unknown>): Promise<EngineError> {
  const thrown = await asking.then(
    () => undefined,
    (error) => error,
  )
  expect(thrown).toBeInstanceOf(EngineError)
  expect(JSON.stringify([thrown, thrown.message, thrown.stack])).not.toContain(key)
  return thrown
}

const kinds = Object.values(engineDefinitions).flatMap(({ kind }) => (kind === "sample" ? [] : [kind]))
const searching = ["openai", "perplexity", "gemini", "anthropic"] as const

describe.each(kinds)("%s", (kind) => {
  it("returns the text, model version and token counts", async () => {
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
    [
      { status: 429, errorCode: "insufficient_quota" },
      {
        code: "key_refused",
        message: expect.stringContaining("has no credit left"),
        more: { isRetryable: false },
      },
    ],
    [
      { status: 402 },
      { code: "key_refused", message: expect.stringContaining("has no credit left"), more: { isRetryable: false } },
    ],
    [{ status: 500 }, { code: "engine_error", more: { isRetryable: true } }],
    [{ status: 529 }, { code: "engine_error", more: { isRetryable: true } }],
    [
      { status: 401 },
      { code: "key_refused", message: "The engine rejected the API key (HTTP 401).", more: { isRetryable: false } },
    ],
    [{ status: 404 }, { code: "engine_error", more: { isRetryable: false } }],
    ["cut", { code: "engine_error", more: { isRetryable: true } }],
  ] as const)("maps the failure %j to the expected code without retrying", async (vendorFailure, expected) => {
    vendor.failures.push(vendorFailure)
    expect(await failure(ask(kind))).toMatchObject(expected)
    expect(vendor.asked).toHaveLength(1)
  })

  it("fails with a timeout at the deadline", async () => {
    vendor.failures.push("hang")
    expect(await failure(ask(kind, {}, 300))).toMatchObject({ code: "timeout", more: { isRetryable: true } })
  })

  it("reports a server that cannot be reached", async () => {
    expect(await failure(ask(kind, { baseUrl: "http://127.0.0.1:9/v1" }))).toMatchObject({
      code: "engine_error",
      message: "The engine could not be reached.",
      more: { isRetryable: true },
    })
  })

  it("does not connect to private networks at an address that a team chose", async () => {
    const settings = { model: "m", apiKey: key, webSearch: true }
    for (const baseUrl of ["http://169.254.169.254/v1", "https://10.0.0.1/v1", "https://[::1]/v1"])
      expect(await failure(askEngine(kind, question, { ...settings, baseUrl }))).toMatchObject({
        code: "engine_error",
        message: "The engine's URL resolves to a private network, which is not allowed.",
      })
  })
})

describe.each(kinds)("what %s bills", (kind) => {
  const noUsage = { tokensIn: null, tokensOut: null, searches: null, costUsd: null, requests: 1 }

  it.each([
    [{ status: 429 }, "nothing"],
    [{ status: 500 }, "nothing"],
    ["cut", noUsage],
    ["drop", "unknown"],
    ["hang", "unknown"],
  ] as const)("after %j is %j", async (vendorFailure, billed) => {
    vendor.failures.push(vendorFailure)
    expect((await failure(ask(kind, {}, vendorFailure === "hang" ? 300 : undefined))).more.billed).toEqual(billed)
  })

  it("is nothing when no connection was made", async () => {
    expect((await failure(ask(kind, { baseUrl: "http://127.0.0.1:9/v1" }))).more.billed).toBe("nothing")
    const blocked = { model: "m", apiKey: key, webSearch: true, baseUrl: "http://169.254.169.254/v1" }
    expect((await failure(askEngine(kind, question, blocked))).more.billed).toBe("nothing")
  })

  it("is the usage of an answer without text", async () => {
    vendor.respond = ({ path }) => ({ answer: saying(path, " ") })
    const { code, more } = await failure(ask(kind))
    expect([code, more.billed]).toMatchObject(["empty_answer", { tokensIn: 12, tokensOut: 34 }])
  })
})

describe.each(searching)("%s", (kind) => {
  it("separates cited sources from sources that were only retrieved", async () => {
    const { sources } = await ask(kind)
    const host = ({ url, title }: { url: string; title: string | null }) =>
      url.includes("redirect") ? title : new URL(url).hostname.replace("www.", "")
    const of = (kind: string) => [...new Set(sources.filter((s) => s.kind === kind).map(host))]
    expect(of("cited")).toEqual(["soundguys.com"])
    expect(of("retrieved")).toContain("rtings.com")
  })
})

describe("perplexity", () => {
  it.each([
    ["Sony [1][3].", [1, 3]],
    ["Sony [1, 3].", [1, 3]],
    ["Sony [1,2;4].", [1, 2, 4]],
    ["Sony [1-3].", [1, 2, 3]],
    ["Sony [2–4].", [2, 3, 4]],
    ["Sony [1, 3-999].", [1, 3, 4]],
    ["Sony in [2024-2025] and [0] and [9].", []],
  ])("reads the citation marks of %s", async (content, expected) => {
    const citations = [1, 2, 3, 4].map((number) => `https://example.com/${number}`)
    vendor.respond = ({ path }) => ({ answer: { ...(saying(path, content) as object), citations } })
    const { sources } = await ask("perplexity")
    const cited = sources.filter(({ kind }) => kind === "cited").map(({ url }) => Number(url.at(-1)))
    expect(cited).toEqual(expected)
  })

  const citedOf = async (response: object) => {
    vendor.respond = ({ path }) => ({ answer: { ...(saying(path, "Sony [3].") as object), ...response } })
    const { sources } = await ask("perplexity")
    return sources.map(({ url, kind }) => [url, kind])
  }

  it("counts a page that is listed twice as two numbers", async () => {
    const [a, b, c] = ["https://a.example/", "https://b.example/", "https://c.example/"]
    expect(await citedOf({ citations: [a, a, b, c], search_results: [] })).toEqual([
      [a, "retrieved"],
      [b, "cited"],
      [c, "retrieved"],
    ])
  })

  it("numbers the search results when the response has no citations", async () => {
    const results = ["a", "b", "c"].map((name) => ({ url: `https://${name}.example/`, title: name }))
    expect(await citedOf({ citations: null, search_results: results })).toEqual([
      ["https://a.example/", "retrieved"],
      ["https://b.example/", "retrieved"],
      ["https://c.example/", "cited"],
    ])
  })
})

describe("a server that a team chose", () => {
  const askThere = () => {
    vi.stubEnv("WEBHOOK_ALLOW_LOOPBACK", "1")
    const settings = { model: "a-model", apiKey: key, baseUrl: `${vendor.url}/v1`, webSearch: false }
    return askEngine("compatible", question, settings)
  }

  it("answers the question", async () => {
    expect((await askThere()).text).toBe("Sony and Anker.")
    expect(vendor.asked[0]?.headers["accept-encoding"]).toBe("identity")
  })

  it("cannot exhaust memory with a long or a compressed response", async () => {
    vendor.answers.push({ choices: [{ finish_reason: "stop", message: { content: "x".repeat(5_000_000) } }] })
    expect(await failure(askThere())).toMatchObject({ code: "engine_error" })
    vendor.headers = { "content-encoding": "gzip" }
    expect(await failure(askThere())).toMatchObject({ code: "engine_error" })
  })
})

describe("differences between vendors", () => {
  const openaiAnswer = saying("/responses", "Sony.") as object
  const sonarAnswer = saying("/chat/completions", "Sony.") as object
  it("sends the asker's country to the vendor", async () => {
    await Promise.all([ask("openai"), ask("perplexity"), ask("anthropic")])
    expect(vendor.asked).toHaveLength(3)
    for (const { body } of vendor.asked) expect(JSON.stringify(body)).toContain('"country":"DE"')
  })

  it("sends no search tool when web search is off", async () => {
    for (const kind of ["openai", "gemini", "anthropic"] as const) await ask(kind, { webSearch: false })
    expect(vendor.asked).toHaveLength(3)
    for (const { body } of vendor.asked) expect(body["tools"]).toBeUndefined()
  })

  it("returns the cost where the vendor reports it", async () => {
    expect((await ask("perplexity")).costUsd).toBe(0.00504)
    expect((await ask("openai")).costUsd).toBeNull()
  })

  const grounded = (webSearchQueries: string[]) => ({
    candidates: [
      { finishReason: "STOP", content: { parts: [{ text: "Sony." }] }, groundingMetadata: { webSearchQueries } },
    ],
  })
  it.each([
    ["openai", "of a response that lists its calls", undefined, 1],
    ["openai", "that its usage states", { ...openaiAnswer, tool_usage: { web_search: { num_requests: 3 } } }, 3],
    ["openai", "of an answer without searches", openaiAnswer, 0],
    ["gemini", "by its different queries", grounded(["earbuds", "", "best earbuds", "earbuds"]), 2],
    ["gemini", "of an answer that is not grounded", { candidates: [{ content: { parts: [{ text: "Sony." }] } }] }, 0],
    ["anthropic", "of a response that lists its calls", undefined, 1],
    ["anthropic", "that its usage states", { ...messages, usage: { server_tool_use: { web_search_requests: 2 } } }, 2],
    ["perplexity", "that its usage states", { ...sonarAnswer, usage: { num_search_queries: 4 } }, 4],
    ["perplexity", "as not known if its usage does not state them", undefined, null],
    ["compatible", "as none, because no search is requested", undefined, 0],
  ] as const)("counts the searches of %s %s", async (kind, _, answer, expected) => {
    if (answer) vendor.answers.push(answer)
    expect((await ask(kind)).searches).toBe(expected)
  })

  const usage = { input_tokens: 5, output_tokens: 7, prompt_tokens: 5, completion_tokens: 7 }
  it.each([
    ["openai", { status: "incomplete", incomplete_details: { reason: "content_filter" }, output: [] }],
    ["openai", { status: "completed", output: [{ type: "message", content: [{ type: "refusal", refusal: "no" }] }] }],
    ["gemini", { promptFeedback: { blockReason: "SAFETY" } }],
    ["gemini", { candidates: [{ finishReason: "PROHIBITED_CONTENT" }] }],
    ["anthropic", { ...messages, stop_reason: "refusal", content: [] }],
    ["compatible", { choices: [{ finish_reason: "content_filter", message: { content: "" } }] }],
  ] as const)("reports a refusal by %s as refused, with its usage", async (kind, answer) => {
    vendor.answers.push({ ...answer, usage, usageMetadata: { promptTokenCount: 5, thoughtsTokenCount: 7 } })
    expect(await failure(ask(kind))).toMatchObject({
      code: "refused",
      more: { isRetryable: false, billed: { tokensIn: 5, tokensOut: 7 } },
    })
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
  ] as const)(
    "fails when %s could not search, so that the answer does not count as one without sources",
    async (kind, answer) => {
      vendor.answers.push({ ...answer, usage })
      expect(await failure(ask(kind))).toMatchObject({
        code: "engine_error",
        more: { isRetryable: true, billed: { tokensIn: 5, tokensOut: 7 } },
      })
    },
  )

  it("accepts an answer when a later search succeeded", async () => {
    const failed = { ...searchResult, content: { type: "web_search_tool_result_error", error_code: "unavailable" } }
    vendor.answers.push({ ...messages, content: [failed, ...messages.content] })
    expect((await ask("anthropic")).text).toBe("Sony and Anker.")
  })

  it("resumes after pause_turn and includes the content from before the pause", async () => {
    const [search, result, ...texts] = messages.content
    vendor.answers.push(
      { ...messages, stop_reason: "pause_turn", content: [search, result] },
      { ...messages, content: texts },
    )
    const reply = await ask("anthropic")
    expect(reply).toMatchObject({
      text: "Sony and Anker.",
      tokensIn: 24,
      searches: 1,
      requests: 2,
      searchQueries: ["best earbuds 2026"],
    })
    expect(vendor.asked[1]?.body["messages"]).toHaveLength(2)
  })

  it.each([
    [{ status: 500 }, { tokensIn: 12, tokensOut: 34, searches: 1, costUsd: null, requests: 1 }],
    ["cut", { tokensIn: null, tokensOut: null, searches: null, costUsd: null, requests: 2 }],
    ["drop", "unknown"],
  ] as const)("adds up what is billed when the answer fails with %j after a pause", async (vendorFailure, billed) => {
    const paused = { ...messages, stop_reason: "pause_turn" }
    vendor.respond = () => (vendor.asked.length === 1 ? { answer: paused } : { failure: vendorFailure })
    expect((await failure(ask("anthropic"))).more.billed).toEqual(billed)
  })

  it("fails with empty_answer when the text is blank", async () => {
    vendor.answers.push({ choices: [{ finish_reason: "stop", message: { content: " \n" } }] })
    expect(await failure(ask("compatible"))).toMatchObject({ code: "empty_answer" })
  })

  it("ignores base URLs from the environment variables of vendors' libraries", async () => {
    for (const name of ["OPENAI_BASE_URL", "ANTHROPIC_BASE_URL", "PERPLEXITY_BASE_URL", "GOOGLE_GEMINI_BASE_URL"])
      vi.stubEnv(name, "http://127.0.0.1:9")
    for (const kind of kinds) await ask(kind)
    expect(vendor.asked).toHaveLength(kinds.length)
  })
})

describe("the sample engine", () => {
  const sample = (seed: string, brands = ["Sony", "Anker", "Bose"]) =>
    askEngine("sample", { ...question, invention: { brands, seed } }, { model: "", apiKey: "", webSearch: true })

  it("returns the same answer for the same seed and different answers for different seeds", async () => {
    const texts = await Promise.all([..."aabcdefgh"].map(async (seed) => (await sample(seed)).text))
    expect(texts[0]).toBe(texts[1])
    expect(new Set(texts).size).toBeGreaterThan(2)
  })

  it("labels every answer as invented and names only the given brands", async () => {
    const { text } = await sample("a", ["Onlyme"])
    expect(text).toContain("(Invented by the sample engine.)")
    expect(text).not.toContain("Sony")
  })
})
