/** Tests that webhook secrets and custom header values appear in no log, error, audit entry or response. */
import pino from "pino"
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest"
import { listAudit } from "@/domain/audit/list"
import { getDelivery } from "@/domain/deliveries/get"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { asProblem } from "@/domain/kernel/errors"
import { log } from "@/domain/kernel/log"
import { run } from "@/domain/kernel/operation"
import { sendTest } from "@/domain/test-events/send-test"
import { receiver } from "@/domain/testing/receiver"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { problemDocument } from "@/server/rest/problem-document"
import { createWebhook } from "./create"
import { getWebhook } from "./get"
import { rotateSecret } from "./rotate-secret"
import { newSecret } from "./signature"
import { updateWebhook } from "./update"

ownDatabase()
beforeEach(() => {
  vi.stubEnv("WEBHOOK_ALLOW_LOOPBACK", "1")
  const { level } = log
  log.level = "trace"
  onTestFinished(() => {
    log.level = level
  })
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

/** Captures every line that the log writes. */
function written() {
  const stream = (log as unknown as Record<symbol, { write(line: string): void }>)[pino.symbols.streamSym]
  if (!stream) throw new Error("the log has no stream")
  return vi.spyOn(stream, "write").mockReturnValue()
}

const token = "gateway-token-93715"
const documentOf = (thrown: unknown) => problemDocument(asProblem(thrown), { requestId: "req_1", instance: "/" })

describe("secrets of webhooks", () => {
  it("appear only in the response that creates them", async () => {
    const lines = written()
    const open = await receiver((_, response) => response.writeHead(500).end())
    onTestFinished(() => open.close())
    const team = await freshTeam()
    const owner = asPerson(team)
    const chosen = {
      url: open.url,
      event_types: ["*"],
      headers: [{ name: "X-Token", value: token }],
      signs_ed25519: true,
    }
    const { webhook, secret } = (await run(createWebhook, owner, chosen)).data
    const webhook_id = webhook.id
    const rotated = (await run(rotateSecret, owner, { webhook_id } as never)).data
    const sent = (await run(sendTest, owner, { webhook_id })).data
    expect(open.requests[0]?.headers["x-token"]).toBe(token)
    const refused = [{ url: `http://${token}@10.0.0.1` }, { headers: [{ name: "X-Token", value: `${token}\n` }] }]
    const fieldErrors = await Promise.all(
      refused.map((change) => run(updateWebhook, owner, { webhook_id, ...change }).then(() => "taken", documentOf)),
    )
    const { delivery_id } = sent
    const seen = [
      ...[webhook, rotated.webhook, sent, fieldErrors],
      await run(getWebhook, owner, { webhook_id }),
      await run(listAudit, owner, {}),
      await run(getDelivery, owner, { delivery_id }),
    ]
    const everything = JSON.stringify(seen) + lines.mock.calls.join()
    expect(fieldErrors).not.toContain("taken")
    for (const [name, text] of Object.entries({ token, secret: secret.slice(6), rotated: rotated.secret.slice(6) }))
      expect(everything.includes(text), name).toBe(false)
  })

  it("are redacted in the log at any depth", () => {
    const lines = written()
    const secret = newSecret()
    log.error({ err: new Error(`cannot verify ${secret}`, { cause: secret }), deep: { er: [secret] } }, `not ${secret}`)
    const text = lines.mock.calls.join()
    expect(text).toContain("cannot verify whsec_[redacted]")
    expect(text.includes(secret.slice(6))).toBe(false)
  })
})
