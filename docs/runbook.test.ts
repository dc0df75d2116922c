/** Checks the runbook: its statements run, and every command, metric, link and reason in it exists. */
import { readFileSync } from "node:fs"
import pg from "pg"
import { expect, it } from "vitest"
import { runByName } from "@/scripts/testing/run-in-process"
import { meters } from "@/server/prometheus"

const read = (path: string) => readFileSync(path, "utf8")
const page = read("docs/runbook.md")
const all = (pattern: RegExp, text = page) => [...new Set([...text.matchAll(pattern)].map(([, found = ""]) => found))]

it("contains only statements that Postgres accepts", async () => {
  const owner = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
  await owner.connect()
  try {
    const statements = [...all(/```sql\n(.*?)```/gs), ...all(/`(select pg_is_in_recovery\(\)[^`]+)`/g)]
    expect(statements.length).toBeGreaterThan(5)
    for (const statement of statements) await owner.query(statement)
  } finally {
    await owner.end()
  }
})

it("mentions only metrics that /metrics has", async () => {
  const text = await meters().registry.metrics()
  const named = all(/((?:signalbox|nodejs|process)_\w+)/g)
  expect(named.length).toBeGreaterThan(10)
  const groups = ["signalbox_database", "signalbox_dependency"] // prefixes in a search
  expect(named.filter((name) => !groups.includes(name) && !text.includes(`# TYPE ${name} `))).toEqual([])
})

it("mentions only reasons that /readyz can return", () => {
  const sources = ["server/readiness.ts", "domain/operating/database-readiness.ts", "domain/kernel/write-probe.ts"]
  const code = sources.map(read).join("\n")
  const reasons = all(/`(the database[ '][^`]+|(?:the )?migrations (?:are|cannot)[^`]+|the process is shutting[^`]+)`/g)
  expect(reasons.length).toBe(9)
  expect(reasons.filter((reason) => !code.includes(reason.replace("…", "")))).toEqual([])
})

it("links only to headings that exist", () => {
  const targets = [...page.matchAll(/\]\(([\w-]*(?:\.md)?)#([\w-]+)\)/g)]
  const anchors = (text: string) =>
    all(/^#+ (.+)$/gm, text).map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, "")
        .replaceAll(" ", "-"),
    )
  expect(targets.length).toBeGreaterThan(5)
  for (const [, file, anchor] of targets) expect(anchors(file ? read(`docs/${file}`) : page)).toContain(anchor)
})

it.each(all(/npm run ((?:admin|secrets|migrate) -- [a-z-]+(?: unsuspend| list)?)/g))(
  "mentions a command that exists: %s",
  async (words) => {
    const [script = "", , ...rest] = words.split(" ")
    const { exitCode, out } = await runByName(script, [...rest, "--help"])
    expect(exitCode).toBe(0)
    expect(out).toContain(rest.join(" "))
  },
)
