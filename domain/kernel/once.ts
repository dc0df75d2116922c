/**
 * Executes a change only once, even if the browser repeats the request: the same id with the same input returns the
 * same response.
 */

import { acrossTeams, prisma } from "@/prisma/client"
import { type Change, decryptAnswer, encryptAnswer, inputHash, isChangeKey, rowId } from "./change-keys"
import { asProblem, Problem } from "./errors"
import { log } from "./log"

/** A change that runs longer than this (milliseconds) has lost its process. */
const maxRunMs = 120_000

/**
 * Writes a claim before the work starts, and the response after it. A rejected change (any 4xx) did nothing, so its id
 * can be used again. After an internal error or a crash the outcome is unknown: the id stays taken, and repeated
 * requests get `outcome_unknown`.
 */
export async function once<Answer>(change: Change, work: () => Promise<Answer>): Promise<Answer> {
  if (!isChangeKey(change.key))
    throw new Problem(
      "parameter_invalid",
      "Idempotency-Key must have 22 to 64 letters, digits, hyphens or underscores.",
    )
  const id = rowId(change)
  if (!(await claim(id, change))) return replay<Answer>(id, change)
  const answer = await work().catch(async (thrown) => {
    await (asProblem(thrown).status < 500 ? release(id) : markUnknown(id)).catch(unwritten)
    throw thrown
  })
  await store(id, encryptAnswer(change, answer)).catch(unwritten)
  return answer
}

// Across teams: the user may belong to several teams, or may be signing up.

const claim = (id: Uint8Array<ArrayBuffer>, change: Change) =>
  acrossTeams(async () => {
    const data = [{ id, input_hash: inputHash(change) }]
    const { count } = await prisma.idempotentChange.createMany({ data, skipDuplicates: true })
    return count === 1
  })

const release = (id: Uint8Array<ArrayBuffer>) =>
  acrossTeams(() => prisma.idempotentChange.deleteMany({ where: { id } }))

const markUnknown = (id: Uint8Array<ArrayBuffer>) =>
  acrossTeams(() => prisma.idempotentChange.updateMany({ where: { id }, data: { state: "unknown" } }))

const store = (id: Uint8Array<ArrayBuffer>, answer: Uint8Array<ArrayBuffer>) =>
  acrossTeams(() => prisma.idempotentChange.updateMany({ where: { id }, data: { state: "done", answer } }))

/** The change itself is already done or rejected. Only a repeated request would be affected. */
const unwritten = (error: unknown) =>
  log.error({ err: error }, "idempotency record was not updated; a repeat of this change may be refused")

async function replay<Answer>(id: Uint8Array<ArrayBuffer>, change: Change): Promise<Answer> {
  const found = await acrossTeams(() => prisma.idempotentChange.findFirst({ where: { id } }))
  // The first request was rejected between our claim and this read.
  if (!found) throw stillRunning()
  if (!Buffer.from(inputHash(change)).equals(Buffer.from(found.input_hash))) throw conflict()
  if (found.answer) return decryptAnswer(change, found.answer) as Answer
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
    "Your first request was saved with different values, so this one was not saved. Reload the page to see what was saved.",
  )

const outcomeUnknown = () =>
  new Problem(
    "outcome_unknown",
    "Your first request was interrupted, and we can't tell whether it was saved. Reload the page to check before you try again.",
  )
