import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { connect } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished, vi } from "vitest"
import { longWait } from "@/domain/testing/long-wait"
import { newSecret, parseSecret, signatureHeader } from "@/domain/webhooks/signature"
import { run } from "./receive"
import { startCommand } from "./testing/command"

const body = JSON.stringify({ type: "signal.created", data: { signal: { id: "sig_1", name: "café ☃" } } })
const id = "msg_01J00000000000000000000001"

/** Starts the command and waits until it listens. `post` sends a webhook as Signalbox sends it. */
async function receiving(args: string[], env: Record<string, string> = {}, { input = false } = {}) {
  const command = startCommand("receive", ["--port", "0", ...args], { env, input })
  const port = await vi.waitUntil(() => /localhost:(\d+)/.exec(command.printed.out)?.[1], longWait)
  const post = (secret: string, { sent = body, attempt = 1, at = Date.now() } = {}) => {
    const seconds = Math.floor(at / 1000)
    const headers = {
      "content-type": "application/json; charset=utf-8",
      "webhook-id": id,
      "webhook-timestamp": String(seconds),
      "webhook-signature": signatureHeader(id, seconds, body, { secrets: [parseSecret(secret)] }),
      "signalbox-attempt": String(attempt),
      "signalbox-event-type": "signal.created",
      "signalbox-event-seq": "7",
    }
    return fetch(`http://127.0.0.1:${port}/hook`, { method: "POST", headers, body: sent })
  }
  const line = (n: number) => vi.waitUntil(() => command.lines().filter((text) => /^\d\d:/.test(text))[n], longWait)
  return { ...command, port: Number(port), post, line }
}

it("prints a verified event in one line and responds with 204", async () => {
  const secret = newSecret()
  const { post, line, printed } = await receiving(["--secret", secret])
  expect((await post(secret)).status).toBe(204)
  expect(await line(0)).toMatch(
    /^\d\d:\d\d:\d\d {2}verified +signal\.created +msg_01J00000000000000000000001 {2}attempt 1 {2}seq 7 {2}-> 204$/,
  )
  await post(secret, { attempt: 2 })
  expect(await line(1)).toMatch(/attempt 2 {2}seq 7 {2}seen before/)
  expect(printed.out).toContain("Settings -> API -> Webhooks")
})

it("refuses events with a changed body, another secret or an old timestamp, and prints the reason", async () => {
  const secret = newSecret()
  const { post, line } = await receiving([], { SIGNALBOX_WEBHOOK_SECRET: secret })
  const refused = [
    await post(secret, { sent: body.replace("sig_1", "sig_2") }),
    await post(newSecret()),
    await post(secret, { at: Date.now() - 301_000 }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([401, 401, 401])
  expect([await line(0), await line(1), await line(2)].map((text) => /refused.*\((.+)\)$/.exec(text)?.[1])).toEqual([
    "No matching signature found",
    "No matching signature found",
    "Message timestamp too old",
  ])
})

it("accepts events signed with either of two secrets during a rotation", async () => {
  const old = newSecret()
  const fresh = newSecret()
  const { post } = await receiving(["--secret", old, "--secret", fresh])
  expect([(await post(old)).status, (await post(fresh)).status]).toEqual([204, 204])
})

it("without a secret, prints how to get one and marks events as unverified", async () => {
  const { post, line, printed } = await receiving(["--verbose"])
  expect(printed.out).toMatch(/NOT VERIFYING: .*every event is accepted.*--secret or SIGNALBOX_WEBHOOK_SECRET/s)
  await post(newSecret())
  expect(await line(0)).toMatch(/unverified +signal\.created.*\(no signing secret\)$/)
  expect(printed.out).toContain(JSON.stringify(JSON.parse(body), null, 2))
})

it("reads the secret from standard input without a restart, and never prints it", async () => {
  const secret = newSecret()
  const { post, line, printed, write } = await receiving([], {}, { input: true })
  expect((await post(newSecret())).status).toBe(204)
  expect(await line(0)).toContain("unverified")
  write("whsec_tooshort")
  await vi.waitUntil(() => printed.out.includes("That is not a signing secret."), longWait)
  write(`  ${secret}  `)
  await vi.waitUntil(() => printed.out.includes("Events are verified with this secret from now on."), longWait)
  expect([(await post(newSecret())).status, (await post(secret)).status]).toEqual([401, 204])
  expect([await line(1), await line(2)].map((text) => / (refused|verified) /.exec(text ?? "")?.[1])).toEqual([
    "refused",
    "verified",
  ])
  expect(printed.out + printed.err).not.toContain(secret)
})

it("responds with 401 to malformed signatures, and keeps running", async () => {
  const secret = newSecret()
  const { port, post } = await receiving(["--secret", secret])
  const url = `http://127.0.0.1:${port}/`
  const now = String(Math.floor(Date.now() / 1_000))
  const signatures = ["", "v1", "v1,", "v1,%%%", "v2,abc", "v1,caf\u00e9", `v1,${"A".repeat(6_000)}`, "v1a,x v1, ,"]
  for (const signature of signatures)
    for (const timestamp of [now, "NaN", "1e400", "9".repeat(400)]) {
      const headers = { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature }
      expect([signature, timestamp, (await fetch(url, { method: "POST", headers, body })).status]).toEqual([
        signature,
        timestamp,
        401,
      ])
    }
  expect((await post(secret)).status).toBe(204)
})

it("fails and delays responses on demand, and does not report a failed event as seen before", async () => {
  const secret = newSecret()
  const { post, line } = await receiving(["--secret", secret, "--status", "503", "--delay", "300"])
  const from = performance.now()
  expect((await post(secret)).status).toBe(503)
  expect(performance.now() - from).toBeGreaterThanOrEqual(295)
  await post(secret, { attempt: 2 })
  expect(await line(1)).not.toContain("seen before")
})

it("prints no control characters from bodies and headers", async () => {
  const { port, line, printed } = await receiving(["--verbose"])
  await fetch(`http://127.0.0.1:${port}`, { method: "POST", body: JSON.stringify({ type: "\u001b[2Jgone\u0007\nx" }) })
  const raw = connect(port, "127.0.0.1")
  const text = "\u001b]0;title\u0007 not JSON"
  raw.write(
    `POST / HTTP/1.1\r\nHost: x\r\nWebhook-Id: \u009b2Jx\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
    "latin1",
  )
  await line(1)
  raw.destroy()
  expect(await line(0)).toContain("gone  x")
  expect(printed.out.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u)
})

it("accepts only POST, and no body over 1 MiB", async () => {
  const { port } = await receiving([])
  const url = `http://127.0.0.1:${port}/`
  expect((await fetch(url)).status).toBe(405)
  const large = fetch(url, { method: "POST", body: "x".repeat(1024 * 1024 + 1) }).then(({ status }) => status)
  expect([413, "closed"]).toContain(await large.catch(() => "closed"))
})

it.each([
  [["--secret", "sbx_live_1"], "A signing secret starts with whsec_"],
  [["--status", "99"], "It must be a status from 200 to 599"],
  [["--port", "none"], "It must be a whole number from 0 to 65535"],
])("rejects the options %j with one sentence", async (args, sentence) => {
  const { ended, printed } = startCommand("receive", args)
  expect(await ended).toBe(2)
  expect(printed.err).toContain(sentence)
})

it("prints no secret of the environment in its help", async () => {
  const secret = newSecret()
  const { ended, printed } = startCommand("receive", ["--help"], { env: { SIGNALBOX_WEBHOOK_SECRET: secret } })
  expect(await ended).toBe(0)
  expect(printed.out).toMatch(/default:\s+SIGNALBOX_WEBHOOK_SECRET/)
  expect(printed.out).not.toContain(secret)
})

it("reports when another program listens on its port", async () => {
  const first = await receiving([])
  const { ended, printed } = startCommand("receive", ["--port", String(first.port)])
  expect(await ended).toBe(1)
  expect(printed.err).toMatch(
    /^Cannot listen on 127\.0\.0\.1:\d+: the port is in use\. Choose another port with --port\.\n$/,
  )
})

// Other systems have only one loopback address.
it.runIf(process.platform === "linux")(
  "prints the address of --host, and asks for another one when this machine does not have it",
  async () => {
    const { printed } = startCommand("receive", ["--port", "0", "--host", "127.0.0.2"])
    await vi.waitUntil(() => printed.out.includes("http://127.0.0.2:"), longWait)
    const absent = startCommand("receive", ["--port", "0", "--host", "192.0.2.1"])
    expect(await absent.ended).toBe(1)
    expect(absent.printed.err.trim()).toBe(
      "Cannot listen on 192.0.2.1:0: this machine does not have the address. Choose another address with --host.",
    )
  },
)

it("reads the secret from .env", async () => {
  const project = process.cwd()
  const folder = mkdtempSync(join(tmpdir(), "signalbox-receive-"))
  writeFileSync(join(folder, ".env"), "SIGNALBOX_WEBHOOK_SECRET=whsec-typo\n")
  onTestFinished(() => {
    process.chdir(project)
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true })
  })
  vi.stubEnv("SIGNALBOX_WEBHOOK_SECRET", undefined)
  process.chdir(folder)
  await expect(run(["--port", "0"])).rejects.toThrow(
    "SIGNALBOX_WEBHOOK_SECRET has a value that is not a signing secret",
  )
})

it("ends on a signal, even with an open connection", async () => {
  const { port, stop } = await receiving([])
  const open = connect(port, "127.0.0.1").on("error", () => {})
  await once(open, "connect")
  expect(await stop()).not.toBe(0) // null: the signal ends the process. It has nothing to save.
})

it("refuses to start with a malformed secret in SIGNALBOX_WEBHOOK_SECRET", async () => {
  const { printed } = startCommand("receive", ["--port", "0"], { env: { SIGNALBOX_WEBHOOK_SECRET: "whsec-typo" } })
  await vi.waitUntil(
    () => printed.err.includes("SIGNALBOX_WEBHOOK_SECRET has a value that is not a signing secret"),
    longWait,
  )
})
