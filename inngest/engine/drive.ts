/** Executes one claimed run until it ends, sleeps, waits for a retry, or its lease is lost. */
import { type Answer, type ClaimedRun, callFunction, type StepResult } from "./call"
import { delayMs } from "./duration"
import { persistently } from "./persistent"
import * as record from "./record"
import type { Served } from "./serve-handler"

export type Driver = {
  served: Served
  maxAttempts: number
  backoffMs(attempt: number): number
  isStopping(): boolean
  /** Called before a run is marked as failed. Starts the function's failure handler. */
  onFailed(run: ClaimedRun, error: unknown): Promise<unknown>
}

export async function drive(run: ClaimedRun, driver: Driver): Promise<void> {
  for (;;) {
    if (driver.isStopping())
      return void (await persistently(() => record.pause(run, { inMs: 0, attempt: run.attempt })))
    const answer = await ask(run, driver)
    if (answer.kind === "returned") return void (await persistently(() => record.end(run, "completed", answer.data)))
    if (answer.kind === "threw") return fail(run, driver, answer)
    const goesOn = await takeSteps(run, driver, answer)
    if (!goesOn) return
  }
}

/** Calls the function. An error between the engine and the function counts as a failure of the function. */
async function ask(run: ClaimedRun, { served, maxAttempts }: Driver, stepId?: string): Promise<Answer> {
  try {
    return await callFunction(served, run, maxAttempts, stepId)
  } catch (error) {
    return { kind: "threw", error: { message: String(error) }, isFinal: false, retryAfterMs: undefined }
  }
}

async function fail(run: ClaimedRun, driver: Driver, answer: Extract<Answer, { kind: "threw" }>) {
  if (!answer.isFinal && run.attempt + 1 < driver.maxAttempts) return retryLater(run, driver, answer.retryAfterMs)
  await persistently(async () => {
    await driver.onFailed(run, answer.error)
    return record.end(run, "failed", answer.error)
  })
}

async function retryLater(run: ClaimedRun, driver: Driver, retryAfterMs: number | undefined) {
  const inMs = retryAfterMs ?? driver.backoffMs(run.attempt)
  await persistently(() => record.pause(run, { inMs, attempt: run.attempt + 1 }))
}

/** Records the results of one call. Returns false when the run was released or has ended. */
async function takeSteps(run: ClaimedRun, driver: Driver, answer: StepsAnswer): Promise<boolean> {
  const done = [answer, ...(await doPlanned(run, driver, answer))]
  const failure = done.find(({ kind }) => kind === "threw")
  if (failure?.kind === "threw") return fail(run, driver, failure).then(() => false)
  const ops = done.flatMap((one) => (one.kind === "steps" ? one.ops : []))
  const unknown = ops.find(({ op }) => !(op in outcomes))
  if (unknown) return refuse(run, driver, unknown.op)
  if (!(await keep(run, ops))) return false
  const toRetry = done.find((one) => one.kind === "steps" && one.ops.some(({ op }) => op === "StepError"))
  if (toRetry?.kind === "steps") return retryLater(run, driver, toRetry.retryAfterMs).then(() => false)
  return !(await sleepsOn(run, ops))
}

type StepsAnswer = Extract<Answer, { kind: "steps" }>
type Op = StepsAnswer["ops"][number]

/** Runs the steps that the function planned in parallel, in parallel. */
const doPlanned = (run: ClaimedRun, driver: Driver, { ops }: StepsAnswer) =>
  Promise.all(ops.filter(({ op }) => op === "StepPlanned").map(({ id }) => ask(run, driver, id)))

/** The result that each op leaves for the next call. Null: no result yet. */
const outcomes: Record<string, (op: Op) => StepResult | null> = {
  StepRun: ({ data }) => ({ type: "data", data: data ?? null }),
  StepFailed: ({ error }) => ({ type: "error", error }),
  Sleep: () => ({ type: "data", data: null }),
  StepError: () => null,
  StepPlanned: () => null,
}

/** Stores step results before the function continues. Returns false when the lease was lost. */
async function keep(run: ClaimedRun, ops: Op[]) {
  const steps = ops
    .filter(({ id }) => !run.steps.some((step) => step.id === id))
    .flatMap((op) => {
      const result = outcomes[op.op]?.(op)
      return result ? [{ id: op.id, result, due_in_ms: op.op === "Sleep" ? delayMs(op.name ?? "") : null }] : []
    })
    .map((step, place) => ({ ...step, ordinal: run.steps.length + place }))
  if (steps.length === 0) return true
  if (!(await persistently(() => record.keepSteps(run, steps)))) return false
  run.steps = [...run.steps, ...steps]
  run.attempt = 0
  return true
}

/** Releases the run until the first sleep is over, if the function waits for nothing but sleeps. */
async function sleepsOn(run: ClaimedRun, ops: Op[]) {
  if (ops.length === 0 || ops.some(({ op }) => op !== "Sleep")) return false
  const asleep = run.steps.filter(({ due_in_ms }) => due_in_ms)
  const inMs = Math.min(...asleep.map(({ due_in_ms }) => due_in_ms ?? 0))
  await persistently(() => record.pause(run, { inMs, attempt: 0 }))
  return true
}

async function refuse(run: ClaimedRun, driver: Driver, op: string) {
  const error = { name: "Error", message: `the embedded engine does not carry out ${op}` }
  await fail(run, driver, { kind: "threw", error, isFinal: true, retryAfterMs: undefined })
  return false
}
