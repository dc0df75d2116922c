import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest"
import { newId } from "@/domain/kernel/ids"
import { log, reportAvailable } from "@/domain/kernel/log"
import { startMailServer } from "@/domain/testing/mail-server"
import { prisma } from "@/prisma/client"
import { freePort } from "@/scripts/free-port"
import { Visitor } from "./testing/visitor"

process.env.NEXTAUTH_URL = "http://localhost:3000"

type Line = { level: number; msg: string; code?: string; reason?: string; outage?: string; err?: object }
let written: Line[] = []

beforeEach(() => {
  written = []
  const stream = (log as never as Record<symbol, { write(text: string): void }>)[
    Object.getOwnPropertySymbols(log).find(({ description }) => description === "pino.stream") as symbol
  ]
  vi.spyOn(stream as { write(text: string): void }, "write").mockImplementation((text) => {
    written.push(JSON.parse(text))
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const facts = () => written.map(({ level, msg, reason }) => [level, msg, reason])
const stacks = () => written.filter(({ err }) => err)

describe("the log of sign-in links", () => {
  let mail: Awaited<ReturnType<typeof startMailServer>>
  beforeAll(async () => {
    mail = await startMailServer()
  })
  beforeEach(() => {
    vi.stubEnv("SMTP_URL", mail.url)
    vi.stubEnv("SMTP_FROM", "Signalbox <box@example.test>")
  })
  afterAll(() => mail.stop())

  const ask = (email: string, visitor = new Visitor(newId("request"))) =>
    visitor.visit("/api/auth/signin/email", { email })

  it("has one line without a stack when a person has used up their sign-in links", async () => {
    const visitor = new Visitor(newId("request"))
    for (let i = 0; i < 10; i++) await ask(`${newId("user")}@example.test`, visitor)
    expect(written).toEqual([])
    expect((await ask("ada@example.test", visitor)).redirectTarget).toMatch(/error=EmailSignin/)
    expect(facts()).toEqual([[30, "sign-in was refused", "Too many attempts. Try again in 15 minutes."]])
    expect(stacks()).toEqual([])
  })

  it("has no stack for an invalid address or for one that the mail server rejects", async () => {
    await ask("no address")
    await ask("refused@example.test")
    expect(facts()).toEqual([
      [30, "sign-in was refused", "Invalid email address format."],
      [40, "an email was not sent", expect.stringContaining("550 no such user")],
      [30, "sign-in was refused", "The email could not be sent. Try again in a few minutes."],
    ])
    expect(stacks()).toEqual([])
  })

  it("has one error when the mail server is unreachable, however many people ask", async () => {
    vi.stubEnv("SMTP_URL", `smtp://127.0.0.1:${await freePort()}`)
    for (let i = 0; i < 3; i++) await ask(`${newId("user")}@example.test`)
    expect(written.filter(({ level }) => level >= 40)).toMatchObject([{ level: 50, outage: "started" }])
    reportAvailable("The mail server")
  })

  it("has the stack of an internal error", async () => {
    vi.spyOn(prisma.verificationToken, "create").mockRejectedValueOnce(new Error("a bug"))
    await ask(`${newId("user")}@example.test`)
    expect(stacks()[0]).toMatchObject({ level: 40, msg: "sign-in failed", err: { message: "a bug" } })
  })
})

describe("the log of Google and GitHub", () => {
  beforeEach(() => {
    for (const name of ["GITHUB_ID", "GITHUB_SECRET"]) vi.stubEnv(name, "set")
  })

  it.each([
    ["a person who cancels", "error=access_denied", "access_denied"],
    ["a response to a request that was not made", "code=stolen&state=forged", "State cookie was missing."],
  ])("has one line without a stack for %s", async (_, query, reason) => {
    await new Visitor().visit(`/api/auth/callback/github?${query}`)
    expect(facts()).toEqual([[40, "sign-in with a provider failed", reason]])
    expect(stacks()).toEqual([])
  })
})
