import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { run } from "@/domain/kernel/operation"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { testsPerMinute } from "@/domain/usage/quotas"
import { setUpEngine } from "./set-up-engine"
import { testEngine } from "./test-engine"
import { startVendorServer, type VendorServer } from "./testing/vendor-server"

let vendor: VendorServer
beforeAll(async () => {
  vendor = await startVendorServer()
})
afterAll(() => vendor.close())
afterEach(() => {
  vi.unstubAllEnvs()
  for (const list of [vendor.asked, vendor.failures, vendor.answers]) list.splice(0)
})

const apiKey = "sk-test-0123456789wx9z"

/** A team whose compatible engine is the loopback server. */
async function setup(key: { api_key?: string } = { api_key: apiKey }) {
  vi.stubEnv("WEBHOOK_ALLOW_LOOPBACK", "1")
  const ada = asPerson(await freshTeam(), "admin")
  const base_url = `${vendor.url}/v1`
  await run(setUpEngine, ada, {
    engine_id: "compatible_api",
    base_url,
    model: "llama",
    ...key,
    is_enabled: true,
  })
  return { ada, test: async () => (await run(testEngine, ada, { engine_id: "compatible_api" })).data }
}

describe("testEngine", () => {
  it("asks one question with the key, and returns the model and the latency", async () => {
    const { ada, test } = await setup()
    expect(await test()).toMatchObject({ model_version: "llama-local", excerpt: "Sony and Anker.", failure: null })
    expect(vendor.asked.map(({ headers }) => headers.authorization)).toEqual([`Bearer ${apiKey}`])
    const [line] = (await run(listAudit, ada, {})).data
    expect(line).toMatchObject({ action: "ai_visibility.engine_tested", subject_id: "compatible_api" })
  })

  it.each([
    [{ status: 401 }, { code: "key_refused", message: "The engine rejected the API key (HTTP 401)." }],
    [
      { status: 429 },
      {
        code: "rate_limited",
        message: "The engine's rate limit is used up. Try again later, or lower the limit of questions per minute.",
      },
    ],
    ["cut" as const, { code: "engine_error", message: "The engine's response was incomplete or not readable." }],
  ])("explains the failure after %j without revealing the key", async (vendorFailure, failure) => {
    const { ada, test } = await setup()
    vendor.failures.push(vendorFailure)
    const told = await test()
    expect(told).toMatchObject({ excerpt: null, failure })
    expect(JSON.stringify([told, (await run(listAudit, ada, {})).data])).not.toContain(apiKey)
  })

  it("removes a key that the server repeats in its answer", async () => {
    const { test } = await setup()
    const message = { role: "assistant", content: `Your key is ${apiKey}.` }
    vendor.answers.push({ model: `m ${apiKey}`, choices: [{ index: 0, finish_reason: "stop", message }] })
    expect(await test()).toMatchObject({ excerpt: "Your key is ….", model_version: "m …" })
  })

  it("returns the answer unchanged when the engine has no key", async () => {
    const { test } = await setup({})
    const message = { role: "assistant", content: "There is none." }
    vendor.answers.push({ model: "none-7b", choices: [{ index: 0, finish_reason: "stop", message }] })
    expect(await test()).toMatchObject({ excerpt: "There is none.", model_version: "none-7b" })
  })

  it("requires an admin and an engine that is set up, and is rate limited", async () => {
    const { ada, test } = await setup()
    const engine_id = "compatible_api"
    await expect(run(testEngine, asPerson(ada.team, "member"), { engine_id })).rejects.toMatchObject({
      code: "role_missing",
    })
    await expect(run(testEngine, ada, { engine_id: "openai_api" })).rejects.toMatchObject({ code: "state_conflict" })
    for (let i = 0; i < testsPerMinute; i++) await test()
    await expect(test()).rejects.toMatchObject({ code: "rate_limited" })
  })

  it("returns answers of the sample engine that are labelled as invented", async () => {
    const ada = asPerson(await freshTeam(), "admin")
    await run(setUpEngine, ada, { engine_id: "sample", is_enabled: true })
    const { data } = await run(testEngine, ada, { engine_id: "sample" })
    expect(data).toMatchObject({ failure: null, excerpt: expect.stringContaining("Invented by the sample engine") })
  })

  it("setUpEngine rejects an address in a private network and names the field", async () => {
    const ada = asPerson(await freshTeam(), "admin")
    const setting = run(setUpEngine, ada, { engine_id: "compatible_api", base_url: "https://10.0.0.1/v1", model: "m" })
    const problem = await setting.catch((error) => error)
    expect(problem).toMatchObject({ code: "url_not_allowed", errors: [{ parameter: "base_url" }] })
  })

  it("setUpEngine requires the URL of a compatible server before it enables the engine", async () => {
    const ada = asPerson(await freshTeam(), "admin")
    const enable = (input: object) => run(setUpEngine, ada, { engine_id: "compatible_api", is_enabled: true, ...input })
    await expect(enable({ model: "llama" })).rejects.toMatchObject({ errors: [{ parameter: "base_url" }] })
  })

  it("setUpEngine never sends a stored key to a new address, and requires the key again", async () => {
    const { ada, test } = await setup()
    const elsewhere = await startVendorServer()
    const moved = { engine_id: "compatible_api", base_url: `${elsewhere.url}/v1` } as const
    expect((await run(setUpEngine, ada, moved)).data.key_hint).toBeNull()
    await test()
    expect(elsewhere.asked.map(({ headers }) => headers.authorization)).toEqual(["Bearer none"])
    await elsewhere.close()

    const openai = { engine_id: "openai_api", api_key: apiKey } as const
    await run(setUpEngine, ada, openai)
    const moving = run(setUpEngine, ada, { engine_id: "openai_api", base_url: moved.base_url })
    await expect(moving).rejects.toMatchObject({ errors: [{ parameter: "api_key" }] })
    const again = await run(setUpEngine, ada, { ...openai, base_url: moved.base_url })
    expect(again.data).toMatchObject({ key_hint: "wx9z", base_url: moved.base_url })
    expect((await run(setUpEngine, ada, { engine_id: "openai_api", model: "m" })).data.key_hint).toBe("wx9z")
  })

  it("setUpEngine records the old and new values of what changes, and never the key", async () => {
    const ada = asPerson(await freshTeam())
    await run(setUpEngine, ada, { engine_id: "openai_api", api_key: apiKey, concurrency: 2 })
    await run(setUpEngine, ada, { engine_id: "openai_api", api_key: "sk-test-0123456789yz7a", concurrency: 5 })
    const { data: entries } = await run(listAudit, ada, { action: "ai_visibility.engine_set_up" })
    expect(entries).toMatchObject([
      { before: { concurrency: 2, key_hint: "wx9z" }, after: { concurrency: 5, key_hint: "yz7a" } },
      { before: null, after: { concurrency: 2, key_hint: "wx9z" } },
    ])
    expect(JSON.stringify(entries)).not.toContain("sk-test")
  })

  it("uses the operator's address without an address or key of the team", async () => {
    vi.stubEnv("WEBHOOK_ALLOW_LOOPBACK", "")
    // Another server, because a connection to the first one may still be open.
    const operators = await startVendorServer()
    onTestFinished(() => operators.close())
    vi.stubEnv("AI_ENGINE_URLS", JSON.stringify({ compatible: `${operators.url}/v1` }))
    const ada = asPerson(await freshTeam(), "admin")
    const { data } = await run(setUpEngine, ada, { engine_id: "compatible_api", model: "local", is_enabled: true })
    expect(data).toMatchObject({ base_url: null, has_operator_url: true, key_hint: null })
    expect((await run(testEngine, ada, { engine_id: "compatible_api" })).data.failure).toBeNull()
    await expect(
      run(setUpEngine, ada, { engine_id: "openai_api", is_enabled: true }),
      "others go by their own rules",
    ).rejects.toMatchObject({ code: "parameter_invalid" })
  })
})
