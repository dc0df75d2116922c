import { expect, it } from "vitest"
import { detectEngineChange } from "./engine-change"

const subject = { project_id: "proj_1", metric_id: "ai_visibility", engine: { id: "openai", label: "ChatGPT" } }
const before = { scan_id: "scan_1", date: "2026-02-02", model: "gpt-5", config: "a" }
const now = { scan_id: "scan_2", date: "2026-02-09", model: "gpt-5", config: "a" }

it("the detector finds nothing when model and configuration are the same", () => {
  expect(detectEngineChange(subject, now, before)).toBeNull()
})

it("the detector names the models when the model changed", () => {
  expect(detectEngineChange(subject, { ...now, model: "gpt-6", config: "b" }, before)).toMatchObject({
    type: "ai_engine_change",
    severity: "info",
    direction: "none",
    impact: "neutral",
    title: "ChatGPT changed to gpt-6",
    summary:
      "ChatGPT changed from gpt-5 to gpt-6 in the scan of 9 February, so its values are not comparable with those of 2 February and earlier.",
    method: "engine_configuration.v1",
    evidence: { ids: ["scan_1", "scan_2"] },
    dedupe_key: "ai_engine_change:proj_1::openai:b:none",
    period: { from: "2026-02-09", to: "2026-02-09" },
    baseline: { from: "2026-02-02", to: "2026-02-02" },
  })
  expect(detectEngineChange(subject, { ...now, model: "gpt-6" }, before)).not.toBeNull()
})

it("the detector names the settings when only they changed, or when a model is not known", () => {
  for (const changed of [{ config: "b" }, { config: "b", model: null }])
    expect(detectEngineChange(subject, { ...now, ...changed }, before)?.title).toBe("Settings of ChatGPT changed")
  expect(detectEngineChange(subject, { ...now, config: "b" }, { ...before, model: null })?.summary).toContain(
    "The settings of ChatGPT changed in the scan of 9 February",
  )
})
