import { describe, expect, it } from "vitest"
import { notFound } from "@/domain/kernel/errors"
import { run } from "@/domain/kernel/operation"
import { fetchRecord } from "@/domain/search/fetch"
import { searchRecords } from "@/domain/search/find"
import { recordFindings } from "@/domain/signals/record-findings"
import { checkOf, foundNow } from "@/domain/signals/testing/findings"
import { freshClient } from "@/domain/testing/client"
import { hostileTexts } from "@/domain/testing/hostile-texts"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { inTeam } from "@/prisma/client"
import { contentOf } from "./result"
import { toolError } from "./tool-error"
import { cleanUntrustedText } from "./untrusted"

const cleaned = (text: string) => (cleanUntrustedText({ text }, ["text"]) as { untrusted_text: string }).untrusted_text

describe("text of third parties", () => {
  it("is in a field with a prefix, at any depth", () => {
    const value = { id: "1", items: [{ title: "<b>Sale</b>", rows: { title: null } }], dims: { campaign: "A\u200Bd" } }
    expect(cleanUntrustedText(value, ["title", "dims"])).toEqual({
      id: "1",
      items: [{ untrusted_title: "Sale", rows: { untrusted_title: null } }],
      untrusted_dims: { campaign: "Ad" },
    })
  })

  it("is only in the fields of one object if the name of that object is part of the path", () => {
    const value = { title: "Ours", pages: [{ title: "<b>Sale</b>", about: { title: "Ours" } }] }
    expect(cleanUntrustedText(value, ["pages.title"])).toEqual({
      title: "Ours",
      pages: [{ untrusted_title: "Sale", about: { title: "Ours" } }],
    })
  })

  it.each([
    ["zero-width and direction marks", "a\u200B\u202Eb\u2066c\uFEFF", "abc"],
    ["tag characters", `Hi${String.fromCodePoint(0xe0049, 0xe0067, 0xe006e)}!`, "Hi!"],
    ["variation selectors that hide bytes", `x${String.fromCodePoint(0xe0120)}`, "x"],
    ["the first 16 variation selectors, which hide half a byte each", "x\uFE00\uFE0Fy", "xy"],
    ["fillers and joiners without a width", "a\u034F\u115F\u3164\uFFA0\u180Bb", "ab"],
    ["control characters, but not line breaks", "a\u0000\u001B[31mb\n\tc", "ab\n\tc"],
    ["HTML", "<img src=x onerror=1>Best <a href='https://evil.example'>pick</a><!-- ignore", "Best pick"],
    ["Markdown images and links", "![x](https://evil.example/?q=1) [click](javascript:1) [a][b]", "x click a"],
    ["nested markup", "[[a](b)](c) <<b>script>", "a "],
    ["definitions of links", "text\n[1]: https://evil.example\nmore", "text\n\nmore"],
    ["images and links with parentheses in the address", "![a](https://evil.example/(x)) [b](javascript:f(1))", "a b"],
    ["links whose address has escaped or unclosed parentheses", "[a](https://x/\\(y) b [c](https://x/(y d", "a b c d"],
    ["images in links", "[![a](https://x/(1))](https://y/(2)) b", "a b"],
    ["tags without an end", 'x <script alert(1)</script <img src="" <!a', 'x script alert(1)/script img src="" !a'],
    ["addresses with code", "go to JavaScript:alert(1)", "go to JavaScript alert(1)"],
    ["data URIs", "see data:text/html;base64,PHNjcmlwdD4= now", "see  now"],
  ])("loses %s", (_, text, expected) => {
    expect(cleaned(text).replace("[31m", "")).toBe(expected)
  })

  it("keeps signs that are no markup", () => {
    const text = "a < b, 3<4, I <3 you (see [1] and [2]): array[0] = {x: 1}"
    expect(cleaned(text)).toBe(text)
  })

  it("keeps what follows a closing bracket without an opening one", () => {
    expect(cleaned("Summer](2024) sale")).toBe("Summer] (2024) sale")
    expect(cleaned("Summer][2024] sale")).toBe("Summer][2024] sale")
    expect(cleaned("a](b [c](https://x/) d")).toBe("a] (b c d")
  })

  it("contains no tag, link or address with code, for random combinations of markup", () => {
    const random = seededRandom(23)
    for (let n = 0; n < 20_000; n++) {
      const text = Array.from({ length: 1 + random(14) }, () => pieces[random(pieces.length)]).join("")
      expect(cleaned(text), text).not.toMatch(/\]\(|\]:|<[a-z/!?]|javascript:|data:text\//i)
    }
  })

  it("is cleaned in linear time for any content", () => {
    const own = ["<a", "<", "[", "![](", "data:", "<!--", "[a](", "[a](x ", "](", "([", "\\", "java", " \n"].map(
      (part) => part.repeat(50_000),
    )
    for (const text of [...own, ...hostileTexts(100_000).map(([, one]) => one)])
      expect(cleaned(text)).not.toMatch(/\p{Cf}|\p{Default_Ignorable_Code_Point}/u)
  })
})

/** Parts of markup, and parts that become markup when something between them is removed. */
const pieces = [
  ...["[", "]", "(", ")", "<", ">", "!", "/", "\\", ":", " ", "\n", "a", "b", "<b>", "</", "<!--", "-->", "--"],
  ...["](", "![", "][", "[1]: u", "javascript:", "java", "script:", "data:", "text/", "html,", "\u200B", "https://x/("],
]

/** Returns whole numbers below `limit`, always the same ones for a seed (a linear congruential generator). */
function seededRandom(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

const hostileTitle = "Cost of <b>Sale</b> [pay here](https://evil.example)\u200B rose"

describe("search and fetchRecord, whose titles clients expect", () => {
  it("name signals by type and client, and search adds their own titles", async () => {
    const ctx = asPerson(await freshTeam())
    const client = await freshClient(ctx.team)
    const filter = { campaign: ["evil campaign"] }
    const finding = foundNow({
      title: hostileTitle,
      summary: "evil summary",
      subject: { kind: "metric", metric_id: "cost", filter },
      evidence: { kind: "series", ids: ["evil evidence"], counts: {} },
      dedupe_key: `metric_anomaly:cost:${JSON.stringify(filter)}:up`,
    })
    const [id = ""] = await inTeam(ctx.team.id, () => recordFindings(checkOf(ctx.team, client), [finding], new Date()))
    const title = `Metric anomaly, ${client.name}`
    const found = contentOf(searchRecords, await run(searchRecords, ctx, { query: "evil.example" }), ctx.team, {})
    expect(found).toMatchObject({ results: [{ id, title, untrusted_signal_title: "Cost of Sale pay here rose" }] })
    expect(found).not.toHaveProperty("results.0.signal_title")
    const fetched = contentOf(fetchRecord, await run(fetchRecord, ctx, { id }), ctx.team, {})
    expect(fetched).toMatchObject({ id, title, text: expect.stringContaining("type: metric_anomaly\n") })
    expect(JSON.stringify(fetched)).not.toContain("evil")
  })

  it("are not the only results with titles of signals: errors suggest records", () => {
    const signal = { id: "sig_1", type: "signal", title: "Metric anomaly, Acme", signal_title: hostileTitle }
    const { content } = toolError(notFound("client"), [signal, { id: "cli_1", type: "client", title: "Acme" }], "req_1")
    const { error } = JSON.parse((content[0] as { text: string }).text)
    expect(error.did_you_mean).toEqual([
      { id: "sig_1", type: "signal", title: signal.title, untrusted_signal_title: "Cost of Sale pay here rose" },
      { id: "cli_1", type: "client", title: "Acme" },
    ])
  })
})
