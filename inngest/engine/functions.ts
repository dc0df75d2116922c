/** What the engine must know of each function, as the SDK itself describes it when an Inngest server asks (in-band sync). */
import { z } from "zod"
import { callServeHandler, type Served, serveAddress } from "./serve-handler"

export type EngineFunction = {
  id: string
  events: string[]
  crons: string[]
  maxAttempts: number
  /** At most `limit` of its runs (of each value of `key`) work at a time. */
  slot: { limit: number; key: string | undefined } | undefined
  /** An expression: one run for each of its values in 24 hours. */
  idempotency: string | undefined
  /** The function that is told when this one has failed for good. */
  onFailure: string | undefined
}

/** Asks the serve handler; throws on what this engine does not carry out, rather than leaving it out. */
export async function readFunctions(served: Served): Promise<EngineFunction[]> {
  const headers = { "x-inngest-sync-kind": "in_band" }
  const body = { url: serveAddress }
  const response = await callServeHandler(served, { method: "PUT", search: {}, body, headers })
  const text = await response.text()
  if (!response.ok) throw new Error(`the serve handler does not describe its functions: ${response.status} ${text}`)
  const { functions } = answer.parse(JSON.parse(text))
  const ids = new Set(functions.map(({ id }) => id))
  return functions.map((config) => engineFunction(config, ids))
}

const concurrency = z.strictObject({
  limit: z.number().int().min(0),
  key: z.string().optional(),
  scope: z.literal("fn").optional(),
})

/** Strict: an option that the engine does not know stops the start instead of being ignored. */
const functionConfig = z.strictObject({
  id: z.string(),
  name: z.string(),
  triggers: z.array(
    z.strictObject({ event: z.string().optional(), cron: z.string().optional(), expression: z.string().optional() }),
  ),
  steps: z.object({ step: z.object({ retries: z.object({ attempts: z.number() }).optional() }) }),
  concurrency: z.union([z.number().transform((limit) => ({ limit })), concurrency, z.tuple([concurrency])]).optional(),
  idempotency: z.string().optional(),
})
const answer = z.object({ functions: z.array(functionConfig) })

const failed = "inngest/function.failed"

function engineFunction(config: z.output<typeof functionConfig>, ids: Set<string>): EngineFunction {
  const { id, triggers, steps, idempotency } = config
  const isFailureHandler = triggers.some(({ event, expression }) => event === failed && expression)
  const unknown = triggers.find(({ expression }) => expression && !isFailureHandler)
  if (unknown) throw new Error(`${id}: the engine has no expressions in triggers (${unknown.expression})`)
  const [slot] = [config.concurrency].flat()
  return {
    id,
    events: isFailureHandler ? [] : triggers.flatMap(({ event }) => event ?? []),
    crons: triggers.flatMap(({ cron }) => cron ?? []),
    maxAttempts: 1 + (steps.step.retries?.attempts ?? DEFAULT_RETRIES),
    slot: slot?.limit ? { limit: slot.limit, key: "key" in slot ? slot.key : undefined } : undefined,
    idempotency,
    onFailure: ids.has(`${id}-failure`) ? `${id}-failure` : undefined,
  }
}

/** Inngest's own. */
const DEFAULT_RETRIES = 4
