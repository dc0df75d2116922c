import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Webhook } from "standardwebhooks"
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest"
import { events } from "@/domain/events/catalogue"
import { publish } from "@/domain/events/publish"
import type { TeamFacts } from "@/domain/kernel/context"
import { newId } from "@/domain/kernel/ids"
import { freshKey } from "@/domain/testing/key"
import { longWait } from "@/domain/testing/long-wait"
import { receiver } from "@/domain/testing/receiver"
import { freshTeam } from "@/domain/testing/team"
import { newSecret } from "@/domain/webhooks/signature"
import { inTeam, prisma } from "@/prisma/client"
import { serveRest } from "@/server/testing/serve-rest"
import { freePort } from "./free-port"
import { run } from "./listen"
import { writePosition } from "./listen/position"
import { startCommand } from "./testing/command"

let server: Awaited<ReturnType<typeof serveRest>>
beforeAll(async () => {
  server = await serveRest()
})
afterAll(() => server.close())

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-listen-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

const happens = (team: TeamFacts, type: "signal.created" | "test.ping" = "signal.created") =>
  inTeam(team.id, () =>
    prisma.$transaction((tx) => publish(tx, { team_id: team.id, type, data: events[type].example as never })),
  ).then((message) => message?.id ?? "")

async function teamWithKey() {
  const team = await freshTeam()
  return { team, key: (await freshKey(team)).secret }
}

/** Starts the command and waits until it listens. */
async function listening(key: string, ...args: string[]) {
  const command = startCommand("listen", ["--url", server.url, "--every", "0.2", ...args], {
    env: { SIGNALBOX_KEY: key },
  })
  await vi.waitUntil(() => command.printed.err.includes("Listening for events at"), longWait)
  const seen = () => command.lines().map((line) => JSON.parse(line))
  const ids = (count: number) =>
    vi.waitUntil(() => (seen().length >= count ? seen().map(({ id }) => id) : null), longWait)
  return { ...command, seen, ids }
}

it("prints new events in order, one line of JSON per event", async () => {
  const { team, key } = await teamWithKey()
  await happens(team)
  const { ids, seen } = await listening(key)
  const later = [await happens(team), await happens(team, "test.ping"), await happens(team)]
  expect(await ids(3)).toEqual(later)
  expect(seen().map(({ type, seq, team: { id } }) => [type, seq, id])).toEqual([
    ["signal.created", 2, team.id],
    ["test.ping", 3, team.id],
    ["signal.created", 4, team.id],
  ])
})

it("starts with the oldest event with --all, also across pages, and prints only the types of --type", async () => {
  const { team, key } = await teamWithKey()
  const before: string[] = []
  for (let i = 0; i < 105; i++) before.push(await happens(team))
  await happens(team, "test.ping")
  const { ids } = await listening(key, "--all", "--type", "signal.*")
  expect(await ids(105)).toEqual(before)
  const after = await happens(team)
  expect(await ids(106)).toEqual([...before, after])
})

it("continues after the last event in the --state file, even when the team had no events at the first start", async () => {
  const { team, key } = await teamWithKey()
  const state = ["--state", join(folder, "position.json")]
  await (await listening(key, ...state)).stop()
  const whileAway = [await happens(team), await happens(team)]
  const second = await listening(key, ...state)
  expect(await second.ids(2)).toEqual(whileAway)
  await vi.waitUntil(() => readFileSync(join(folder, "position.json"), "utf8").includes(whileAway[1] ?? ""), longWait)
  await second.stop("SIGKILL")
  const third = await listening(key, ...state)
  const last = await happens(team)
  expect(await third.ids(1)).toEqual([last])
})

/** Writes a file for --state with this position. */
function stateFile(after: string) {
  const file = join(folder, "position.json")
  writeFileSync(file, `${JSON.stringify({ after })}\n`)
  return file
}

it("continues with the oldest stored event after an event that is older than 30 days", async () => {
  const { team, key } = await teamWithKey()
  const expired = newId("message", Date.now() - 31 * 86_400_000)
  const stored = await happens(team)
  const { ids, printed } = await listening(key, "--state", stateFile(expired))
  expect(await ids(1)).toEqual([stored])
  const next = await happens(team)
  expect(await ids(2)).toEqual([stored, next])
  const message = `Signalbox no longer stores the event ${expired}, which is older than 30 days. Continuing with the oldest stored event.`
  expect(printed.err.split(message)).toHaveLength(2)
})

it("stops when the --state file has the position of another team", async () => {
  const other = await teamWithKey()
  const { team, key } = await teamWithKey()
  await happens(team)
  const state = stateFile(await happens(other.team))
  const { ended, printed } = startCommand("listen", ["--url", server.url, "--key", key, "--state", state])
  expect(await ended).toBe(1)
  expect(printed.err).toContain(
    "belongs to another team or installation. Check --key and --url, or choose another file",
  )
  expect(printed.out).toBe("")
})

it("starts after the event of --after, and stores it in the --state file", async () => {
  const { team, key } = await teamWithKey()
  const first = await happens(team)
  const args = ["--key", key, "--state", join(folder, "position.json")]
  await (await listening("", ...args, "--after", first)).stop()
  const next = await happens(team)
  expect(await (await listening("", ...args)).ids(1)).toEqual([next])
})

it.each([
  ["has no event yet", () => null],
  ["is older than 30 days", () => newId("message", Date.now() - 31 * 86_400_000)],
])("stops when the position of another team %s", async (_, position) => {
  const other = await teamWithKey()
  const { team, key } = await teamWithKey()
  await happens(team)
  const state = join(folder, "position.json")
  writePosition(state, position(), other.key)
  const { ended, printed } = startCommand("listen", ["--url", server.url, "--key", key, "--state", state])
  expect(await ended).toBe(1)
  expect(printed.err).toContain("position.json was written with another API key")
  expect(printed.out).toBe("")
})

it("continues with another key of the same team", async () => {
  const { team, key } = await teamWithKey()
  const state = join(folder, "position.json")
  writePosition(state, await happens(team), (await freshKey(team)).secret)
  const next = await happens(team)
  expect(await (await listening(key, "--state", state)).ids(1)).toEqual([next])
})

it("retries when another program responds with other JSON", async () => {
  const hook = await receiver((_, response) => response.end('{"data":{}}'))
  onTestFinished(hook.close)
  const { printed } = startCommand("listen", ["--url", hook.url, "--key", "sbx_live_1"])
  await vi.waitUntil(
    () => printed.err.includes("returned something other than events. Check --url. Retrying"),
    longWait,
  )
})

it("reads the key from .env", async () => {
  const project = process.cwd()
  writeFileSync(join(folder, ".env"), "SIGNALBOX_KEY=sbx_live_1\n")
  vi.stubEnv("SIGNALBOX_KEY", undefined)
  onTestFinished(() => {
    process.chdir(project)
    vi.unstubAllEnvs()
  })
  process.chdir(folder)
  await expect(run(["--url", server.url])).rejects.toThrow("Signalbox responded with 401:")
})

it("forwards each event with a signature, retries until the receiver accepts it, and only then sends the next", async () => {
  const { team, key } = await teamWithKey()
  const statuses = [500, 200, 200]
  const hook = await receiver((_, response) => response.writeHead(statuses.shift() ?? 500).end())
  onTestFinished(hook.close)
  const secret = newSecret()
  await listening(key, "--to", `${hook.url}/`, "--secret", secret)
  const ids = [await happens(team), await happens(team)]
  await vi.waitUntil(() => hook.requests.length === 3, longWait)
  const got = hook.requests.map(({ headers }) => [headers["webhook-id"], headers["signalbox-attempt"]])
  expect(got).toEqual([
    [ids[0], "1"],
    [ids[0], "2"],
    [ids[1], "1"],
  ])
  for (const { headers, body, path } of hook.requests) {
    expect(path).toBe("/hook/")
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
      type: "signal.created",
    })
  }
})

it("skips an event after the attempts of --skip-after, and signs with a generated secret when none is given", async () => {
  const { team, key } = await teamWithKey()
  const hook = await receiver((_, response) => response.writeHead(hook.requests.length === 1 ? 422 : 200).end())
  onTestFinished(hook.close)
  const { printed } = await listening(key, "--to", hook.url, "--skip-after", "1")
  const first = await happens(team)
  const second = await happens(team)
  await vi.waitUntil(() => hook.requests.length === 2, longWait)
  expect(printed.err).toContain(`signal.created  ${first}  attempt 1  -> 422; skipped`)
  const [, secret = ""] = /for this run only: (\S+)/.exec(printed.err) ?? []
  const { headers, body } = hook.requests[1] as (typeof hook.requests)[0]
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({ id: second })
})

it("retries with growing delays while Signalbox is unreachable", async () => {
  const { key } = await teamWithKey()
  const { printed } = startCommand("listen", ["--url", `http://127.0.0.1:${await freePort()}`, "--key", key])
  await vi.waitUntil(() => /Cannot reach .* Retrying in 2 s/.test(printed.err), longWait)
  expect(printed.err).toMatch(/ECONNREFUSED.*Retrying in 1 s/)
})

it.each([
  ["a key that nobody has", [], `sbx_live_${"0".repeat(36)}`, "Signalbox responded with 401:"],
  ["no key", [], "", "An API key is missing"],
  ["an unknown event", ["--after", "msg_01J00000000000000000000001"], null, "Remove the parameter to get the newest"],
  ["another program's file", ["--state", "<file>"], null, "was not written by npm run listen"],
])("stops with one sentence because of %s", async (_, args, key, sentence) => {
  const file = join(folder, "other.json")
  writeFileSync(file, "{}")
  const given = args.map((arg) => (arg === "<file>" ? file : arg))
  const env = { SIGNALBOX_KEY: key ?? (await teamWithKey()).key }
  const { ended, printed } = startCommand("listen", ["--url", server.url, ...given], { env })
  expect(await ended).toBe(1)
  expect(printed.err).toContain(sentence)
  expect(printed.err).not.toMatch(/\n {4}at /)
})
