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
    const canContinue = await runAndStoreSteps(run, options, result)
    if (!canContinue) return
  }
}

/** Calls the function. An error of the call itself counts as a failed attempt of the function. */
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

/**
 * Runs the steps that the call planned and stores all results. Returns true when the function must be called again now,
 * and false when the run was released or has ended.
 */
async function runAndStoreSteps(run: ClaimedRun, options: RunOptions, result: StepsResult): Promise<boolean> {
  const results = [result, ...(await runPlannedSteps(run, options, result))]
  const failure = results.find((result) => result.kind === "threw")
  if (failure) {
    await fail(run, options, failure)
    return false
  }
  const stepCalls = results.filter((result) => result.kind === "steps")
  const ops = stepCalls.flatMap((stepCall) => stepCall.ops)
  const unsupported = ops.find(({ op }) => !(op in stepResultOf))
  if (unsupported) {
    await failUnsupported(run, options, unsupported.op)
    return false
  }
  if (!(await storeSteps(run, ops))) return false
  const callWithStepError = stepCalls.find((stepCall) => stepCall.ops.some(({ op }) => op === "StepError"))
  if (callWithStepError) {
    await retryLater(run, options, callWithStepError.retryAfterMs)
    return false
  }
  return !(await pauseForSleeps(run, ops))
}

type StepsResult = Extract<CallResult, { kind: "steps" }>
type Op = StepsResult["ops"][number]

/** Runs all planned steps concurrently. */
const runPlannedSteps = (run: ClaimedRun, options: RunOptions, { ops }: StepsResult) =>
  Promise.all(ops.filter(({ op }) => op === "StepPlanned").map(({ id }) => call(run, options, id)))

/**
 * Converts each supported operation to the step result that the next call sends. Null for a step without a result: it is
 * planned, or its attempt failed.
 */
const stepResultOf: Record<string, (op: Op) => StepResult | null> = {
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
      const result = stepResultOf[op.op]?.(op)
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
  const sleepingSteps = run.steps.filter(({ due_in_ms }) => due_in_ms)
  const inMs = Math.min(...sleepingSteps.map(({ due_in_ms }) => due_in_ms ?? 0))
  await retryWrite(() => progress.pause(run, { inMs, attempt: 0 }))
  return true
}

async function failUnsupported(run: ClaimedRun, options: RunOptions, op: string) {
  const error = { name: "Error", message: `the embedded engine does not support the operation ${op}` }
  await fail(run, options, { kind: "threw", error, isFinal: true, retryAfterMs: undefined })
}

const maxTries = 60

/**
 * Retries a write that throws, for example while the database is unreachable: once per second, at most 60 times, then
 * throws the last error. A finished step only runs again if the lease expires before the step is stored.
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
