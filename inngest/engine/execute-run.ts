/** Executes one claimed run until it ends, sleeps, waits for a retry, or its lease is lost. */
import { setTimeout as sleep } from "node:timers/promises"
import { log } from "@/domain/kernel/log"
import { type CallResult, type ClaimedRun, callFunction, type StepResult } from "./call"
import { delayMs } from "./duration"
import * as progress from "./progress"
import type { SignedHandler } from "./serve-handler"

export type RunOptions = {
  handler: SignedHandler
  maxAttempts: number
  backoffMs(attempt: number): number
  isStopping(): boolean
  /** Called before a run is marked as failed. Starts the function's failure handler. */
  onFailed(run: ClaimedRun, error: unknown): Promise<unknown>
}

export async function executeRun(run: ClaimedRun, options: RunOptions): Promise<void> {
  for (;;) {
    if (options.isStopping()) {
      await retryWrite(() => progress.pause(run, { inMs: 0, attempt: run.attempt }))
      return
    }
    const result = await call(run, options)
    if (result.kind === "returned") {
      await retryWrite(() => progress.end(run, "completed", result.data))
      return
    }
    if (result.kind === "threw") return fail(run, options, result)
    const canContinue = await recordSteps(run, options, result)
    if (!canContinue) return
  }
}

/** Calls the function. An error between the engine and the function counts as a failure of the function. */
async function call(run: ClaimedRun, { handler, maxAttempts }: RunOptions, stepId?: string): Promise<CallResult> {
  try {
    return await callFunction(handler, run, maxAttempts, stepId)
  } catch (error) {
    return { kind: "threw", error: { message: String(error) }, isFinal: false, retryAfterMs: undefined }
  }
}

async function fail(run: ClaimedRun, options: RunOptions, result: Extract<CallResult, { kind: "threw" }>) {
  if (!result.isFinal && run.attempt + 1 < options.maxAttempts) return retryLater(run, options, result.retryAfterMs)
  await retryWrite(async () => {
    await options.onFailed(run, result.error)
    return progress.end(run, "failed", result.error)
  })
}

async function retryLater(run: ClaimedRun, options: RunOptions, retryAfterMs: number | undefined) {
  const inMs = retryAfterMs ?? options.backoffMs(run.attempt)
  await retryWrite(() => progress.pause(run, { inMs, attempt: run.attempt + 1 }))
}

/** Records the results of one call. Returns false when the run was released or has ended. */
async function recordSteps(run: ClaimedRun, options: RunOptions, result: StepsResult): Promise<boolean> {
  const results = [result, ...(await runPlannedSteps(run, options, result))]
  const failure = results.find(({ kind }) => kind === "threw")
  if (failure?.kind === "threw") {
    await fail(run, options, failure)
    return false
  }
  const reports = results.filter((each) => each.kind === "steps")
  const ops = reports.flatMap((each) => each.ops)
  const unsupported = ops.find(({ op }) => !(op in stepResults))
  if (unsupported) {
    await failUnsupported(run, options, unsupported.op)
    return false
  }
  if (!(await storeSteps(run, ops))) return false
  const failedAttempt = reports.find((each) => each.ops.some(({ op }) => op === "StepError"))
  if (failedAttempt) {
    await retryLater(run, options, failedAttempt.retryAfterMs)
    return false
  }
  return !(await pauseForSleeps(run, ops))
}

type StepsResult = Extract<CallResult, { kind: "steps" }>
type Op = StepsResult["ops"][number]

/** Runs all planned steps concurrently. */
const runPlannedSteps = (run: ClaimedRun, options: RunOptions, { ops }: StepsResult) =>
  Promise.all(ops.filter(({ op }) => op === "StepPlanned").map(({ id }) => call(run, options, id)))

/** The step result of each supported operation, for the next call. null: it has no result yet. */
const stepResults: Record<string, (op: Op) => StepResult | null> = {
  StepRun: ({ data }) => ({ type: "data", data: data ?? null }),
  StepFailed: ({ error }) => ({ type: "error", error }),
  Sleep: () => ({ type: "data", data: null }),
  StepError: () => null,
  StepPlanned: () => null,
}

/** Stores step results before the function continues. Returns false when the lease was lost. */
async function storeSteps(run: ClaimedRun, ops: Op[]) {
  const steps = ops
    .filter(({ id }) => !run.steps.some((step) => step.id === id))
    .flatMap((op) => {
      const result = stepResults[op.op]?.(op)
      return result ? [{ id: op.id, result, due_in_ms: op.op === "Sleep" ? delayMs(op.name ?? "") : null }] : []
    })
    .map((step, index) => ({ ...step, ordinal: run.steps.length + index }))
  if (steps.length === 0) return true
  if (!(await retryWrite(() => progress.storeSteps(run, steps)))) return false
  run.steps = [...run.steps, ...steps]
  run.attempt = 0
  return true
}

/** If the function waits only for sleeps, releases the run until the first of them is over and returns true. */
async function pauseForSleeps(run: ClaimedRun, ops: Op[]) {
  if (ops.length === 0 || ops.some(({ op }) => op !== "Sleep")) return false
  const asleep = run.steps.filter(({ due_in_ms }) => due_in_ms)
  const inMs = Math.min(...asleep.map(({ due_in_ms }) => due_in_ms ?? 0))
  await retryWrite(() => progress.pause(run, { inMs, attempt: 0 }))
  return true
}

async function failUnsupported(run: ClaimedRun, options: RunOptions, op: string) {
  const error = { name: "Error", message: `the embedded engine does not support the operation ${op}` }
  await fail(run, options, { kind: "threw", error, isFinal: true, retryAfterMs: undefined })
}

const maxTries = 60

/**
 * Retries a write that throws, for example while the database is unreachable, so that a step that was done is recorded.
 * Returns what `write` returns. After 60 tries, one per second, it throws the last error. The step runs again if the
 * lease expires meanwhile.
 */
async function retryWrite(write: () => Promise<boolean>): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      return await write()
    } catch (err) {
      if (tries === maxTries) throw err
      if (tries === 1) log.warn({ err }, "could not record the progress of a run; retrying every second")
      await sleep(1_000)
    }
  }
}
