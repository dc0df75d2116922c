/**
 * Executes a change only once, even if the browser or the MCP client repeats the request: the same idempotency key with
 * the same input returns the same response.
 *
 * The idempotency key itself is never stored. The row is found by a hash of it, and the stored response is encrypted
 * with a secret derived from it. So a copy of the database does not reveal a response that contains a new API key, not
 * even together with SIGNALBOX_ENCRYPTION_KEYS.
 *
 * Reads and writes its rows across teams: the user may belong to several teams, or may be signing up.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync } from "node:crypto"
import { acrossTeams, prisma } from "@/prisma/client"
import { asProblem, Problem } from "./errors"
import { log } from "./log"
import { sortedJson } from "./text"

/** `key` is the idempotency key of the client. `person` is the id of the signed-in user, or null without one. */
export type IdempotentRequest = { key: string; person: string | null; operation: string; input: unknown }

/** A change that has been recorded as running for longer than this counts as interrupted. */
const maxRunMs = 120_000

/**
 * Writes a claim before the work starts, and the response after it. A rejected change (any 4xx) changed nothing, so its
 * key can be used again. After an internal error or a crash the outcome is unknown: the key stays taken, and repeated
 * requests get `outcome_unknown`.
 */
export async function runIdempotently<Result>(
  request: IdempotentRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!isIdempotencyKey(request.key))
    throw new Problem(
      "parameter_invalid",
      "The idempotency key must have 22 to 64 letters, digits, hyphens or underscores.",
    )
  const id = rowId(request)
  if (!(await claim(id, request))) return replay<Result>(id, request)
  const result = await work().catch(async (thrown) => {
    await (asProblem(thrown).status < 500 ? release(id) : markUnknown(id)).catch(logUnwritten)
    throw thrown
  })
  await store(id, encryptResponse(request, result)).catch(logUnwritten)
  return result
}

const claim = (id: Uint8Array<ArrayBuffer>, request: IdempotentRequest) =>
  acrossTeams(async () => {
    const data = [{ id, input_hash: inputHash(request) }]
    const { count } = await prisma.idempotentChange.createMany({ data, skipDuplicates: true })
    return count === 1
  })

const release = (id: Uint8Array<ArrayBuffer>) =>
  acrossTeams(() => prisma.idempotentChange.deleteMany({ where: { id } }))

const markUnknown = (id: Uint8Array<ArrayBuffer>) =>
  acrossTeams(() => prisma.idempotentChange.updateMany({ where: { id }, data: { state: "unknown" } }))

const store = (id: Uint8Array<ArrayBuffer>, encryptedResponse: Uint8Array<ArrayBuffer>) =>
  acrossTeams(() =>
    prisma.idempotentChange.updateMany({ where: { id }, data: { state: "done", answer: encryptedResponse } }),
  )

/** The change itself is already done or rejected. So the error is only logged: it affects only a repeated request. */
const logUnwritten = (error: unknown) =>
  log.error({ err: error }, "idempotency record was not updated; a repeat of this change may be refused")

async function replay<Result>(id: Uint8Array<ArrayBuffer>, request: IdempotentRequest): Promise<Result> {
  const found = await acrossTeams(() => prisma.idempotentChange.findFirst({ where: { id } }))
  // The first request was rejected between our claim and this read.
  if (!found) throw stillRunning()
  if (!Buffer.from(inputHash(request)).equals(Buffer.from(found.input_hash))) throw conflict()
  if (found.answer) return decryptResponse(request, found.answer) as Result
  const isRunning = found.state === "running" && Date.now() - found.started_at.getTime() < maxRunMs
  throw isRunning ? stillRunning() : outcomeUnknown()
}

const stillRunning = () =>
  new Problem("idempotency_in_progress", "Your first request is still running. Try again in a second.", {
    headers: { "Retry-After": "1" },
  })

const conflict = () =>
  new Problem(
    "idempotency_conflict",
    "Your first request had different values, so this one was not saved. Check what was saved before you try again.",
  )

const outcomeUnknown = () =>
  new Problem(
    "outcome_unknown",
    "Your first request was interrupted, and we can't tell whether it was saved. Check before you try again.",
  )

/** At least 128 bits, as base64url, hex or a UUID. */
const isIdempotencyKey = (key: string) => /^[\w-]{22,64}$/.test(key)

export const rowId = ({ key, person, operation }: IdempotentRequest) =>
  new Uint8Array(
    createHash("sha256")
      .update(JSON.stringify([person, operation, key]))
      .digest(),
  )

/**
 * An HMAC keyed with the idempotency key. The input may contain a password, which could be guessed from a plain hash.
 * Models that repeat a call can write its arguments in another order.
 */
const inputHash = ({ key, input }: IdempotentRequest) =>
  new Uint8Array(
    createHmac("sha256", key)
      .update(sortedJson(input ?? null))
      .digest(),
  )

// The key belongs to one row, and each row stores one response, so a constant nonce is safe.
const nonce = Buffer.alloc(12)
const tagBytes = 16
const responseKey = (request: IdempotentRequest) =>
  Buffer.from(hkdfSync("sha256", request.key, rowId(request), "signalbox:answer", 32))

function encryptResponse(request: IdempotentRequest, response: unknown) {
  const cipher = createCipheriv("aes-256-gcm", responseKey(request), nonce)
  return new Uint8Array(Buffer.concat([cipher.update(JSON.stringify(response)), cipher.final(), cipher.getAuthTag()]))
}

function decryptResponse(request: IdempotentRequest, encrypted: Uint8Array): unknown {
  const bytes = Buffer.from(encrypted)
  const decipher = createDecipheriv("aes-256-gcm", responseKey(request), nonce, { authTagLength: tagBytes })
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  return JSON.parse(Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString())
}
