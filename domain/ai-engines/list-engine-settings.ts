/** Lists the engines that scans can ask, with the team's settings for each. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { engineSettings, settingsOf } from "./engine-settings"

export const listEngineSettings = defineOperation({
  id: "aiVisibility.listEngineSettings",
  summary: "List AI engines with the team's settings",
  audience: "team",
  kind: "query",
  role: "member",
  input: z.strictObject({}),
  output: z.array(engineSettings),
  async handle({ team }) {
    return { data: await settingsOf(team.id) }
  },
})
