import { gzipSync } from "node:zlib"
import { describe, expect, it, vi } from "vitest"
import { Deadline } from "@/domain/kernel/deadline"
import { run } from "@/domain/kernel/operation"
import { deleteExpired } from "@/domain/operating/retention"
import { processScan } from "@/domain/scans/process-scan"
import { vendorKey, vendorOfFile, vendorProject } from "@/domain/scans/testing/vendor-project"
import { asKey } from "@/domain/testing/team"
import { inTeam, rows, sql } from "@/prisma/client"
import { getAnswer } from "./get-answer"
import { listAnswers } from "./list-answers"
import { packRawResponse, unpackRawResponse } from "./raw-response"

const vendor = vendorOfFile()

async function answered() {
  const { team, project_id, start } = await vendorProject(vendor, { prompts: 1, runs: 1 })
  const { id } = await start()
  await processScan(id, new Deadline(90_000))
  const { data } = await run(listAnswers, asKey(team), { project_id } as never)
  const answer_id = data[0]?.id ?? ""
  const answer = async (include: "raw"[] = ["raw"]) => (await run(getAnswer, asKey(team), { answer_id, include })).data
  return { team, answer, answer_id }
}

/** Stores `raw` and returns it as the API does. */
const kept = (raw: object, key: string | null = "k-k-k") =>
  unpackRawResponse(packRawResponse([Buffer.from(JSON.stringify(raw))], key))

const heldBack = { status: "completed", model: "m", usage: null }
const saying = (text: string, more = {}) => ({
  ...heldBack,
  ...more,
  output: [{ type: "message", content: [{ type: "output_text", text, annotations: [] }] }],
})

describe("the raw response of a vendor", () => {
  it("is stored, and returned only on request", async () => {
    const { answer } = await answered()
    expect((await answer()).raw).toMatchObject({ id: "resp_1", model: "gpt-5.5-2026-04-23", output: expect.any(Array) })
    expect(await answer([])).not.toHaveProperty("raw")
  })

  it("never contains the key, even if a server repeats it", async () => {
    vendor.answers.push(saying("Sony.", { metadata: { echo: `Bearer ${vendorKey}`, odd: "a\u0000b\ud800" } }))
    const { answer } = await answered()
    const { raw } = await answer()
    expect(raw).toMatchObject({ metadata: { echo: "Bearer [key]", odd: "ab\ufffd" } })
  })

  it.each([
    ["k-k-k", '{"echo":"Bearer k\\u002dk-k","k-k-k":1}'],
    ["k-k-k", '\ufeff {"echo":"Bearer k-k-k","k-k-k":1}'],
    ["k/k", '{"echo":"Bearer k\\/k","k/k":1}'],
    ['k"k', '{"echo":"Bearer k\\"k","k\\"k":1}'],
  ])("contains no key %s in any JSON spelling", (key, json) => {
    expect(unpackRawResponse(packRawResponse([Buffer.from(json)], key))).toEqual({ echo: "Bearer [key]", "[key]": 1 })
  })

  it("stays as it is when the engine has no key", () => {
    const raw = { content: "none", echo: "Bearer none" }
    expect(kept(raw, null)).toEqual(raw)
    expect(
      unpackRawResponse(
        packRawResponse(
          [raw, raw].map((json) => Buffer.from(JSON.stringify(json))),
          null,
        ),
      ),
    ).toEqual([raw, raw])
  })

  it("is a list when one answer took several requests", () => {
    expect(unpackRawResponse(packRawResponse([Buffer.from('{"a":1}'), Buffer.from('{"b":2}')], "k-k-k"))).toEqual([
      { a: 1 },
      { b: 2 },
    ])
  })

  it("is cut when it is too long, and not stored when cutting is not enough", async () => {
    const long = saying("Sony.", { encrypted_content: "x".repeat(100_000) })
    expect(kept(long)).toMatchObject({
      encrypted_content: expect.stringMatching(/^x{4000}… \(100000 characters\)$/),
    })
    vendor.answers.push(saying("Sony.", { words: Array(20_000).fill("word") }))
    const { answer } = await answered()
    expect(await answer()).toMatchObject({ raw: null, text: "Sony." })
  })

  it("is deleted after its retention period, and the answer stays", async () => {
    const old = await answered()
    const young = await answered()
    await inTeam(old.team.id, () =>
      rows(sql`update answer set asked_at = now() - interval '31 days' where id = ${old.answer_id}`),
    )
    expect((await deleteExpired("answer")).cleared).toBeGreaterThanOrEqual(1)
    expect(await old.answer()).toMatchObject({ raw: null, text: expect.stringContaining("Sony") })
    expect((await young.answer()).raw).toBeTruthy()
  })

  it("can be read in both compression formats", () => {
    const raw = { id: "resp_1", words: ["ä", "b"] }
    expect(kept(raw)).toEqual(raw)
    expect(unpackRawResponse(gzipSync(JSON.stringify(raw)).toString("base64"))).toEqual(raw)
    expect(unpackRawResponse(null)).toBeNull()
  })

  it("is not stored when the operator turns storage off", () => {
    vi.stubEnv("AI_RAW_ANSWER_DAYS", "0")
    expect(kept({ any: 1 })).toBeNull()
  })
})
