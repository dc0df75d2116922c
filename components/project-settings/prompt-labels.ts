/** Names the intents and states of prompts. */
import type { Data } from "@/components/api/types"

export type Prompt = Data<"aiVisibility", "listPrompts">[number]
export type Topic = Data<"aiVisibility", "listTopics">[number]
export type Intent = Prompt["intent"]

export const intentNames: Record<Intent, string> = {
  informational: "informational",
  comparison: "comparison",
  recommendation: "recommendation",
  transactional: "transactional",
  navigational: "navigational",
}

export const promptStates: Record<Prompt["status"], string> = {
  active: "active",
  paused: "paused",
  archived: "archived",
}
