/** The receivers of the documentation, run as the documentation says, against what Signalbox sends. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { generateKeyPairSync, type KeyObject } from "node:crypto"
import { once } from "node:events"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest"
import { patience } from "@/domain/testing/patience"
import { newSecret, parseSecret, signatureHeader } from "@/domain/webhooks/signature"
import { freePort } from "@/scripts/free-port"

const place = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url))
const node = fileURLToPath(new URL("./receiver.mjs", import.meta.url))
const python = (program: string, input?: string) => spawnSync("python3", ["-c", program], { input, encoding: "utf8" })
const hasPython = python("import hmac").status === 0
const hasPythonLibrary = python("import standardwebhooks").status === 0

const id = "msg_01J00000000000000000000001"
const body = '{"type":"signal.created","data":{"id":"sig_1","name":"café ☃"}}'
const secret = newSecret()

/** `also`: a second secret in force, as during a rotation. */
function headersOf({ ageSeconds = 0, by = [secret] } = {}) {
  const seconds = Math.floor(Date.now() / 1000) - ageSeconds
  return {
    "webhook-id": id,
    "webhook-timestamp": String(seconds),
    "webhook-signature": signatureHeader(id, seconds, body, { secrets: by.map(parseSecret) }),
  }
}

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "signalbox-receivers-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
})

const receivers = [
  { language: "Node", command: process.execPath, file: node, runs: true },
  { language: "Python", command: "python3", file: place("receiver.py"), runs: hasPython && hasPythonLibrary },
]

describe.each(receivers.filter(({ runs }) => runs))("the receiver in $language", ({ command, file }) => {
  async function receiving() {
    const port = await freePort()
    const inbox = join(folder, "inbox")
    const env = { ...process.env, PORT: String(port), SIGNALBOX_WEBHOOK_SECRET: secret }
    const child = spawn(command, [file], { cwd: folder, env, stdio: ["ignore", "ignore", "ignore"] })
    onTestFinished(() => stop(child))
    const post = (headers: Record<string, string>, sent = body) =>
      fetch(`http://127.0.0.1:${port}/hook`, { method: "POST", headers, body: sent }).then(({ status }) => status)
    await vi.waitUntil(() => post({}).catch(() => null), patience)
    return { post, inbox }
  }

  it("keeps a verified event once, however often it comes, and answers 204", async () => {
    const { post, inbox } = await receiving()
    expect([await post(headersOf()), await post(headersOf())]).toEqual([204, 204])
    expect(await Promise.all([post(headersOf()), post(headersOf())])).toEqual([204, 204])
    expect(readdirSync(inbox)).toEqual([`${id}.json`])
    expect(readFileSync(join(inbox, `${id}.json`), "utf8")).toBe(body)
  })

  it("verifies with the old secret while it is being rotated", async () => {
    const { post } = await receiving()
    expect(await post(headersOf({ by: [newSecret(), secret] }))).toBe(204)
  })

  it("refuses what was changed, signed by somebody else, sent long ago or not signed, and keeps none of it", async () => {
    const { post, inbox } = await receiving()
    const statuses = [
      await post(headersOf(), body.replace("sig_1", "sig_2")),
      await post(headersOf({ by: [newSecret()] })),
      await post(headersOf({ ageSeconds: 310 })),
      await post({}),
    ]
    expect(statuses).toEqual([401, 401, 401, 401])
    expect(readdirSync(inbox)).toEqual([])
  })
})

describe.runIf(hasPython)("the check in Python without a library", () => {
  const verdict = (headers: Record<string, string>, sent = body) => {
    const program = `${readFileSync(place("verify_plain.py"), "utf8")}
import json, sys
asked = json.load(sys.stdin)
print(verify(asked["secret"], asked["headers"], asked["body"].encode()))`
    const { stdout, stderr } = python(program, JSON.stringify({ secret, headers, body: sent }))
    return stdout.trim() || stderr
  }

  it("says the same of each", () => {
    expect(verdict(headersOf())).toBe("True")
    expect(verdict(headersOf({ by: [newSecret(), secret] }))).toBe("True")
    expect(verdict(headersOf(), `${body} `)).toBe("False")
    expect(verdict(headersOf({ by: [newSecret()] }))).toBe("False")
    expect(verdict(headersOf({ ageSeconds: 310 }))).toBe("False")
    expect(verdict(headersOf({ ageSeconds: -310 }))).toBe("False")
    expect(verdict({ ...headersOf(), "webhook-timestamp": "soon" })).toBe("False")
    for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"])
      expect(verdict(Object.fromEntries(Object.entries(headersOf()).filter(([given]) => given !== name)))).toBe("False")
  })
})

describe("the check of v1a in Node", () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519")
  const seconds = Math.floor(Date.now() / 1_000)
  const signed = (by: KeyObject, when = seconds) => ({
    "webhook-id": id,
    "webhook-timestamp": String(when),
    "webhook-signature": signatureHeader(id, when, body, { secrets: [parseSecret(secret)], ed25519: [by] }),
  })

  async function checked(headers: Record<string, string>, sent = body) {
    const url = await servedOnce({ keys: [publicKey.export({ format: "jwk" })] })
    const { isSigned, publicKeys } = await import("./verify-v1a.mjs")
    return isSigned(headers, Buffer.from(sent), await publicKeys(url))
  }

  it("takes what a key of the set signed, and nothing else", async () => {
    expect(await checked(signed(privateKey))).toBe(true)
    expect(await checked(signed(privateKey), `${body} `)).toBe(false)
    expect(await checked(signed(generateKeyPairSync("ed25519").privateKey))).toBe(false)
    expect(await checked(signed(privateKey, seconds - 310))).toBe(false)
    expect(await checked(headersOf())).toBe(false)
    expect(await checked({})).toBe(false)
  })
})

async function servedOnce(document: object) {
  const server = createServer((_, response) => response.end(JSON.stringify(document))).listen(0, "127.0.0.1")
  await once(server, "listening")
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`
}

/** Their libraries are not installed here; a slip of the pen shows without them. */
const parsers = [
  { file: "receiver.php", command: "php", args: ["-l"] },
  { file: "receiver.ru", command: "ruby", args: ["-c"] },
  { file: "receiver.py", command: "python3", args: ["-c", "import ast, sys; ast.parse(open(sys.argv[1]).read())"] },
  { file: "receiver.go", command: "gofmt", args: ["-e", "-l"] },
]

it.for(parsers)("$file is written as its language is ($command)", ({ file, command, args }, { skip }) => {
  const { error, status, stdout, stderr } = spawnSync(command, [...args, place(file)], { encoding: "utf8" })
  if (error) return skip(`${command} is not installed`)
  expect([status, stderr, command === "gofmt" && stdout]).toEqual([0, "", command === "gofmt" && ""])
})

it("names a receiver for each language, and each is there", () => {
  const named = [...readFileSync(place("README.md"), "utf8").matchAll(/\[(receiver\.\w+)\]\(\1\)/g)].map(
    ([, file]) => file,
  )
  expect(named).toEqual(["receiver.mjs", "receiver.py", "receiver.go", "receiver.php", "receiver.ru"])
  for (const file of named) expect(existsSync(place(file ?? "")), file).toBe(true)
})

async function stop(child: ChildProcess) {
  const gone = once(child, "exit")
  child.kill("SIGKILL")
  await gone
}
