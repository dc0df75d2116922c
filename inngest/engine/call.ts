/**
 * Calls a function once, by the protocol between Inngest's server and its SDK. Sends the event and all step results so
 * far, and returns what the function did.
 */
import { z } from "zod"
import { delayMs } from "./duration"
import { callServeHandler, type SignedHandler } from "./serve-handler"

const stepResult = z.union([
  z.object({ type: z.literal("data"), data: z.unknown() }),
  z.object({ type: z.literal("error"), error: z.unknown() }),
])
export type StepResult = z.infer<typeof stepResult>
/** `due_in_ms`: milliseconds until the sleep of this step ends. 0 or null: the step is finished. */
const memoStep = z.object({ id: z.string(), result: stepResult, due_in_ms: z.number().nullable() })
export const claimedRun = z.object({
  id: z.string(),
  function_id: z.string(),
  attempt: z.int(),
  lease_token: z.string(),
  event: z.record(z.string(), z.unknown()),
  steps: z.array(memoStep),
})
export type ClaimedRun = z.infer<typeof claimedRun>

/** An operation that the SDK reports, for example a step that ran, a planned parallel step, or a sleep. */
type Op = { id: string; op: string; name?: string; data?: unknown; error?: unknown }

export type CallResult =
  | { kind: "returned"; data: unknown }
  | { kind: "threw"; error: unknown; isFinal: boolean; retryAfterMs: number | undefined }
  | { kind: "steps"; ops: Op[]; retryAfterMs: number | undefined }

/**
 * `stepId` "step" continues the function after its known steps. The id of a planned parallel step runs that step only.
 */
export async function callFunction(handler: SignedHandler, run: ClaimedRun, maxAttempts: number, stepId = "step") {
  const finishedSteps = run.steps.filter(({ due_in_ms }) => !due_in_ms)
  const stack = finishedSteps.map(({ id }) => id)
  const body = {
    event: run.event,
    events: [run.event],
    steps: Object.fromEntries(finishedSteps.map(({ id, result }) => [id, result])),
    version: 2,
    // Without `fn_id` the SDK sends no checkpoints to an Inngest server, so every result is in the response.
    ctx: {
      run_id: run.id,
      attempt: run.attempt,
      max_attempts: maxAttempts,
      stack: { stack, current: stack.length },
      disable_immediate_execution: false,
      use_api: false,
    },
  }
  const response = await callServeHandler(handler, { method: "POST", search: { fnId: run.function_id, stepId }, body })
  return readResult(response)
}

async function readResult(response: Response): Promise<CallResult> {
  const text = await response.text()
  const body: unknown = text ? JSON.parse(text) : null
  const retryAfter = response.headers.get("retry-after")
  const retryAfterMs = retryAfter ? delayMs(retryAfter) : undefined
  if (response.status === 200) return { kind: "returned", data: body }
  if (response.status === 206) return { kind: "steps", ops: body as Op[], retryAfterMs }
  const isFinal = response.status === 400 || response.headers.get("x-inngest-no-retry") === "true"
  return { kind: "threw", error: body, isFinal, retryAfterMs }
}
