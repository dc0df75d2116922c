/** Reads AI_ENGINE_URLS, the operator's addresses for engines: '{"openai":"http://gateway.internal/v1"}'. */
import { parseUrlSetting } from "@/domain/kernel/url-setting"
import { type EngineKind, engineDefinitions } from "./kinds"

const names = Object.values(engineDefinitions).flatMap(({ kind }) => (kind === "sample" ? [] : [kind]))

/** Returns the address by engine kind. Throws one sentence that explains what is wrong with the variable. */
export const engineUrls = (setting = process.env.AI_ENGINE_URLS): Partial<Record<EngineKind, string>> =>
  parseUrlSetting(setting, {
    variable: "AI_ENGINE_URLS",
    noun: "engine",
    names,
    example: '{"openai":"http://gateway.internal/v1"}',
  })
