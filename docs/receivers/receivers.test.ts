/** Runs the example receivers as documented and sends them requests as Signalbox does. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { generateKeyPairSync, type KeyObject } from "node:crypto"
import { once } from "node:events"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest"
import { longWait } from "@/domain/testing/long-wait"
import { newSecret, parseSecret, signatureHeader } from "@/domain/webhooks/signature"
import { freePort } from "@/scripts/free-port"

const pathOf = (name: string) => fileURLToPath(new URL(`./${name}`, import.meta.url))

const id = "msg_01J00000000000000000000001"
const body = '{"type":"signal.created","data":{"id":"sig_1","name":"café ☃"}}'
const secret = newSecret()

/** `by`: the secrets that sign. Two secrets sign during a rotation. */
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

type Receiver = {
  language: string
  file: string
  needs: string[]
  start(port: number): [command: string, ...args: string[]]
}

/** `needs`: a command that succeeds if the receiver can run on this machine. */
const receivers: Receiver[] = [
  {
    language: "Node",
    file: "receiver.mjs",
    needs: [process.execPath, "--version"],
    // A literal path, so that the check for unused files finds it.
    start: () => [process.execPath, fileURLToPath(new URL("./receiver.mjs", import.meta.url))],
  },
  {
    language: "Python",
    file: "receiver.py",
    needs: ["python3", "-c", "import http.server"],
    start: () => ["python3", pathOf("receiver.py")],
  },
  { language: "Go", file: "receiver.go", needs: ["go", "version"], start: () => [builtInGo()] },
  {
    language: "PHP",
    file: "receiver.php",
    needs: ["php", "-v"],
    start: (port) => ["php", "-d", "display_errors=0", "-S", `127.0.0.1:${port}`, pathOf("receiver.php")],
  },
  {
    language: "Ruby",
    file: "receiver.rb",
    needs: ["ruby", "-e", 'require "webrick"'],
    start: () => ["ruby", pathOf("receiver.rb")],
  },
]

const runs = ({ needs: [command = "", ...args] }: Receiver) => spawnSync(command, args).status === 0

/** Compiles once, because `go run` would compile for every test. */
let goProgram: string | undefined
function builtInGo() {
  if (goProgram) return goProgram
  const program = join(mkdtempSync(join(tmpdir(), "signalbox-go-")), "receiver")
  const { status, stderr } = spawnSync("go", ["build", "-o", program, pathOf("receiver.go")], { encoding: "utf8" })
  expect([status, stderr]).toEqual([0, ""])
  goProgram = program
  return program
}
afterAll(() => goProgram && rmSync(dirname(goProgram), { recursive: true }))

for (const receiver of receivers.filter((one) => !runs(one)))
  it(`the receiver in ${receiver.language}`, ({ skip }) => skip(`cannot run here: ${receiver.needs.join(" ")}`))

describe.each(receivers.filter(runs))("the receiver in $language", (receiver) => {
  beforeAll(() => void (receiver.language === "Go" && builtInGo()))

  async function receiving() {
    const port = await freePort()
    const inbox = join(folder, "inbox")
    const env = { ...process.env, PORT: String(port), SIGNALBOX_WEBHOOK_SECRET: secret }
    const [command, ...args] = receiver.start(port)
    const child = spawn(command, args, { cwd: folder, env, stdio: "ignore" })
    onTestFinished(() => stop(child))
    const send = (lines: (string | Buffer)[], sent: string | Buffer) => rawStatus(port, lines, sent)
    const post = (headers: Record<string, string>, sent: string | Buffer = body) =>
      send(
        [
          ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
          `content-length: ${Buffer.byteLength(sent)}`,
        ],
        sent,
      )
    await vi.waitUntil(() => post({}).catch(() => null), longWait)
    return { post, send, inbox }
  }

  it("stores a verified event once, even if it arrives several times, and responds with 204", async () => {
    const { post, inbox } = await receiving()
    expect([await post(headersOf()), await post(headersOf())]).toEqual([204, 204])
    expect(await Promise.all([post(headersOf()), post(headersOf())])).toEqual([204, 204])
    expect(readdirSync(inbox)).toEqual([`${id}.json`])
    expect(readFileSync(join(inbox, `${id}.json`), "utf8")).toBe(body)
  })

  it("verifies with the old secret during a rotation", async () => {
    const { post } = await receiving()
    expect(await post(headersOf({ by: [newSecret(), secret] }))).toBe(204)
  })

  it("responds with 401 to changed, unsigned, expired and wrongly signed requests, and stores none of them", async () => {
    const { post, inbox } = await receiving()
    const statuses = [
      await post(headersOf(), body.replace("sig_1", "sig_2")),
      await post(headersOf({ by: [newSecret()] })),
      await post(headersOf({ ageSeconds: 310 })),
      await post(headersOf({ ageSeconds: -310 })),
      await post({}),
    ]
    expect(statuses).toEqual([401, 401, 401, 401, 401])
    expect(readdirSync(inbox)).toEqual([])
  })

  it("responds with 401 to every malformed header and body, and keeps running", async () => {
    const { post, send, inbox } = await receiving()
    const wrong: Record<string, number> = {}
    const expect401 = async (name: string, status: Promise<number>) => {
      const answered = await status.catch(() => 0) // 0: the connection was dropped
      if (answered !== 401) wrong[name] = answered
    }
    for (const [name, values] of Object.entries(malformed(headersOf()["webhook-signature"])))
      for (const value of values) {
        const others = Object.entries(headersOf()).filter(([other]) => other !== name)
        const lines = others.map(([other, valid]) => `${other}: ${valid}`)
        const line = Buffer.concat([Buffer.from(`${name}: `), Buffer.from(value)])
        const about = `${name}: ${value.toString().slice(0, 40)}`
        await expect401(about, send([...lines, line, `content-length: ${Buffer.byteLength(body)}`], body))
        await expect401(`no ${name}`, send([...lines, `content-length: ${Buffer.byteLength(body)}`], body))
      }
    await expect401("a body that is no UTF-8", post(headersOf(), Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d])))
    await expect401("an empty body", post(headersOf(), ""))
    await expect401(
      "no body",
      send(
        Object.entries(headersOf()).map(([name, value]) => `${name}: ${value}`),
        "",
      ),
    )
    await expect401("a form", post({ ...headersOf(), "content-type": "application/x-www-form-urlencoded" }, "a=%ff"))
    expect(wrong).toEqual({})
    expect(readdirSync(inbox)).toEqual([])
    // Not valid HTTP. The server of the language decides: most respond with 400, PHP closes the connection.
    for (const length of ["abc", "-1"])
      expect([0, 400, 401]).toContain(await send([`content-length: ${length}`], "").catch(() => 0))
    expect(await post(headersOf())).toBe(204)
  })
})

/** Invalid values of each header. */
const malformed = (signature: string): Record<string, (string | Buffer)[]> => ({
  "webhook-signature": [
    "",
    " ",
    "v1",
    "v1,",
    "v1,%%%not base64%%%",
    "v1,====",
    signature.slice(3),
    signature.replace("v1,", "v2,"),
    signature.replace("v1,", "v1a,"),
    signature.replace(",", " "),
    `${signature}=`,
    `v1,${"A".repeat(6_000)}`,
    "v1, ".repeat(1_500),
    Buffer.from([0x76, 0x31, 0x2c, 0xff, 0xfe, 0xc3]),
    "v1,café☃",
  ],
  "webhook-timestamp": [
    "",
    "NaN",
    "Infinity",
    "soon",
    "-1",
    "1e9",
    "0x6000",
    "1.5",
    "99999999999999999999",
    "9".repeat(5_000),
    Buffer.from([0xff, 0xfe]),
    "١٧٦٣٩٠٠٠٠٠",
  ],
  "webhook-id": ["", "msg_other", "../../etc/passwd", "a".repeat(6_000), Buffer.from([0xff, 0xfe])],
})

/**
 * Sends a raw request and returns its status, because fetch refuses to send malformed requests. Rejects if there is no
 * response.
 */
function rawStatus(port: number, lines: (string | Buffer)[], sent: string | Buffer) {
  const line = (text: string | Buffer) => Buffer.concat([Buffer.from(text), Buffer.from("\r\n")])
  const head = ["POST /hook HTTP/1.1", `host: 127.0.0.1:${port}`, "connection: close", ...lines, ""].map(line)
  return new Promise<number>((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => socket.write(Buffer.concat([...head, Buffer.from(sent)])))
    let text = ""
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1")
      const status = /^HTTP\/1\.[01] (\d{3})/.exec(text)?.[1]
      if (!status) return
      resolve(Number(status))
      socket.destroy()
    })
    socket.on("error", reject).on("close", () => reject(new Error("the connection was dropped")))
  })
}

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

  it("accepts only signatures of a key in the set", async () => {
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

it("lists a receiver for each language, and each file exists", () => {
  const named = [...readFileSync(pathOf("README.md"), "utf8").matchAll(/\[(receiver\.\w+)\]\(\1\)/g)].map(
    ([, file]) => file,
  )
  expect(named).toEqual(receivers.map(({ file }) => file))
  for (const file of named) expect(existsSync(pathOf(file ?? "")), file).toBe(true)
})

async function stop(child: ChildProcess) {
  const gone = once(child, "exit")
  child.kill("SIGKILL")
  await gone
}
