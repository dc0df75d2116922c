// Receives Signalbox webhooks in Node, without dependencies: SIGNALBOX_WEBHOOK_SECRET=whsec_... node receiver.mjs
import { createHmac, timingSafeEqual } from "node:crypto"
import { linkSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"

const key = Buffer.from((process.env.SIGNALBOX_WEBHOOK_SECRET ?? "").replace(/^whsec_/, ""), "base64")
if (key.length < 24) throw new Error("SIGNALBOX_WEBHOOK_SECRET must be a signing secret (whsec_...)")
const maxBodyBytes = 1024 * 1024
const inbox = "inbox"
mkdirSync(inbox, { recursive: true })

createServer(async (request, response) => {
  // The signature covers the raw bytes, so do not parse and serialize the JSON first. Null when the sender aborted or
  // sent too much.
  const body = await read(request).catch(() => null)
  if (body === null || !isSigned(request.headers, body)) return response.writeHead(401).end()
  try {
    storeOnce(request.headers["webhook-id"], body)
  } catch {
    return response.writeHead(500).end() // not stored: Signalbox will retry
  }
  response.writeHead(204).end() // stored: respond first, then process the inbox
}).listen(process.env.PORT ?? 4000, "127.0.0.1")

async function read(request) {
  const chunks = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > maxBodyBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Verifies HMAC-SHA256 over "id.timestamp.body" in constant time. Never throws: malformed input counts as not signed.
 */
function isSigned(
  { "webhook-id": id, "webhook-timestamp": timestamp = "", "webhook-signature": signatures = "" },
  body,
) {
  const isRecent = /^\d{1,12}$/.test(timestamp) && Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300
  if (!isRecent) return false // missing, malformed, or a replayed old request
  const digest = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest("base64")
  const expected = Buffer.from(`v1,${digest}`)
  // The header has several signatures, separated by spaces, during a rotation: one for each secret.
  return signatures.split(" ").some((one) => {
    const given = Buffer.from(one)
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** Stores an event once. It can arrive more than once, always with the same webhook-id. Creating the link is atomic. */
function storeOnce(id, body) {
  const file = `${inbox}/${id}.json`
  const unfinished = `${inbox}/${id}.${process.pid}.new`
  writeFileSync(unfinished, body)
  try {
    linkSync(unfinished, file)
  } catch (error) {
    if (error.code !== "EEXIST") throw error
  } finally {
    rmSync(unfinished, { force: true })
  }
}
