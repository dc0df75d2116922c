/** Reads the configuration of all functions from the SDK, as an Inngest server does (in-band sync). */
import { z } from "zod"
import { callServeHandler, type SignedHandler, serveAddress } from "./serve-handler"

export type EngineFunction = {
  id: string
  events: string[]
  crons: string[]
  maxAttempts: number
  /** At most `limit` runs at the same time, per value of `key` if there is one. */
  concurrency: { limit: number; key: string | undefined } | undefined
  /** A key expression. The function runs once in 24 hours for each of its values. */
  idempotency: string | undefined
  /** The id of the function that runs when this one has failed for good. */
  onFailure: string | undefined
}

/** Asks the serve handler for its functions. Throws on options that this engine does not support. */
export async function readFunctions(handler: SignedHandler): Promise<EngineFunction[]> {
  const headers = { "x-inngest-sync-kind": "in_band" }
  const body = { url: serveAddress }
  const response = await callServeHandler(handler, { method: "PUT", search: {}, body, headers })
  const text = await response.text()
  if (!response.ok) throw new Error(`the serve handler does not describe its functions: ${response.status} ${text}`)
  const { functions } = responseBody.parse(JSON.parse(text))
  const ids = new Set(functions.map(({ id }) => id))
  return functions.map((config) => engineFunction(config, ids))
}

const concurrencyConfig = z.strictObject({
  limit: z.number().int().min(0),
  key: z.string().optional(),
  scope: z.literal("fn").optional(),
})

/** Strict, so that an unsupported option stops the start instead of being ignored. */
const functionConfig = z.strictObject({
  id: z.string(),
  name: z.string(),
  triggers: z.array(
    z.strictObject({ event: z.string().optional(), cron: z.string().optional(), expression: z.string().optional() }),
  ),
  steps: z.object({ step: z.object({ retries: z.object({ attempts: z.number() }).optional() }) }),
  concurrency: z
    .union([z.number().transform((limit) => ({ limit })), concurrencyConfig, z.tuple([concurrencyConfig])])
    .optional(),
  idempotency: z.string().optional(),
})
const responseBody = z.object({ functions: z.array(functionConfig) })

/** The event that triggers failure handlers. The SDK adds an expression with the id of their function. */
const failureEvent = "inngest/function.failed"

function engineFunction(config: z.output<typeof functionConfig>, ids: Set<string>): EngineFunction {
  const { id, triggers, steps, idempotency } = config
  const isFailureHandler = triggers.some(({ event, expression }) => event === failureEvent && expression)
  const unsupported = triggers.find(({ expression }) => expression && !isFailureHandler)
  if (unsupported)
    throw new Error(`${id}: the embedded engine does not support trigger expressions (${unsupported.expression})`)
  // A number, an object, or a list of one object.
  const [concurrency] = [config.concurrency].flat()
  return {
    id,
    events: isFailureHandler ? [] : triggers.flatMap(({ event }) => event ?? []),
    crons: triggers.flatMap(({ cron }) => cron ?? []),
    maxAttempts: 1 + (steps.step.retries?.attempts ?? defaultRetries),
    concurrency: concurrency?.limit
      ? { limit: concurrency.limit, key: "key" in concurrency ? concurrency.key : undefined }
      : undefined,
    idempotency,
    onFailure: ids.has(`${id}-failure`) ? `${id}-failure` : undefined,
  }
}

/** The default of Inngest itself. */
const defaultRetries = 4
