/** Asks an engine one short question to test its settings. The answer is not stored and counts in no metric. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { Problem } from "@/domain/kernel/errors"
import { defineOperation } from "@/domain/kernel/operation"
import { chargeTest } from "@/domain/usage/quotas"
import { askEngine } from "./ask"
import { EngineError, failureCodes, type Question } from "./engine-client"
import { engineId } from "./engine-settings"
import { type TeamEngine, teamEngines } from "./team-engines"

const timeoutMs = 60_000
/** In characters. */
const excerptLength = 240

const question: Question = {
  prompt: "Which three brands of bicycles are the best known? Answer in one sentence.",
  region: "",
  invention: { brands: ["Sample A", "Sample B", "Sample C"], seed: "test" },
}

const result = z.object({
  question: z.string(),
  latency_ms: z.int(),
  model_version: z.string().nullable().meta({ description: "The model that answered, as the engine reports it." }),
  excerpt: z.string().nullable().meta({ description: "The beginning of the answer. `null` if there is no answer." }),
  sources_n: z.int().meta({ description: "The number of pages that the answer cites or that the engine read." }),
  failure: z
    .object({ code: z.enum(failureCodes), message: z.string() })
    .nullable()
    .meta({ description: "Why the test failed. `null` if it succeeded." }),
})
type Result = z.infer<typeof result>

export const testEngine = defineOperation({
  id: "aiVisibility.testEngine",
  summary: "Test an AI engine",
  description: "Sends one question to the engine, without retries. The answer does not count in any metric or budget.",
  audience: "team",
  kind: "mutation",
  role: "admin",
  input: z.strictObject({ engine_id: engineId }),
  output: result,
  fails: ["state_conflict", "rate_limited"],
  async handle(ctx, { engine_id }) {
    const engine = (await teamEngines(ctx.team.id, [engine_id])).get(engine_id)
    if (!engine) throw new Problem("state_conflict", "Set up and enable the engine first.")
    await chargeTest(ctx.team.id, "engine-test")
    const data = await ask(engine)
    const after = { code: data.failure?.code ?? "answered", latency_ms: data.latency_ms }
    await recordAudit(ctx, { action: "ai_visibility.engine_tested", subject_id: engine_id, after })
    return { data }
  },
})

async function ask({ kind, settings, isTrusted }: TeamEngine): Promise<Result> {
  const startedAt = performance.now()
  const withoutAnswer = { question: question.prompt, model_version: null, excerpt: null, sources_n: 0 }
  try {
    const { text, modelVersion, sources, latencyMs } = await askEngine(kind, question, settings, {
      isTrusted,
      timeoutMs,
    })
    // A custom server could repeat the key in its answer, so the key is removed.
    const redact = (text: string) => (settings.apiKey === null ? text : text.replaceAll(settings.apiKey, "…"))
    return {
      ...withoutAnswer,
      latency_ms: Math.round(latencyMs),
      model_version: modelVersion && redact(modelVersion),
      excerpt: redact(text).slice(0, excerptLength),
      sources_n: sources.length,
      failure: null,
    }
  } catch (thrown) {
    if (!(thrown instanceof EngineError)) throw thrown
    const { code, message } = thrown
    return { ...withoutAnswer, latency_ms: Math.round(performance.now() - startedAt), failure: { code, message } }
  }
}
