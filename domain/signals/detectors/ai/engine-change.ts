/** Finds an AI engine whose model or settings changed between two scans. Values before and after are not comparable. */
import type { Finding } from "../../finding"
import { nothingExpected, observedValue } from "../metric-finding"
import { formatDay } from "../wording"
import { type AiSubject, aiFinding } from "./ai-finding"

type EngineSubject = AiSubject & { engine: NonNullable<AiSubject["engine"]> }

/** How a scan asked the engine. `config` identifies the model and all settings. */
export type EngineSetup = { scan_id: string; date: string; model: string | null; config: string }

export function detectEngineChange(subject: EngineSubject, now: EngineSetup, before: EngineSetup): Finding | null {
  if (now.config === before.config && now.model === before.model) return null
  const { label } = subject.engine
  const isNewModel = now.model !== before.model && now.model !== null && before.model !== null
  const event = isNewModel
    ? `${label} changed from ${before.model} to ${now.model}`
    : `The settings of ${label} changed`
  return aiFinding(subject, {
    type: "ai_engine_change",
    severity: "info",
    direction: "none",
    impact: "neutral",
    key: now.config,
    title: isNewModel ? `${label} changed to ${now.model}` : `Settings of ${label} changed`,
    summary: `${event} in the scan of ${formatDay(now.date)}, so its values are not comparable with those of ${formatDay(before.date)} and earlier.`,
    observed: observedValue(null),
    expected: nothingExpected,
    score: null,
    method: "engine_configuration.v1",
    evidence: { kind: "scans", ids: [before.scan_id, now.scan_id], counts: {} },
    period: { from: now.date, to: now.date },
    baseline: { from: before.date, to: before.date },
  })
}
