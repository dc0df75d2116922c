/** Gets one signal. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { exampleSignal, requireSignal, signal } from "./signal"

export const getSignal = defineOperation({
  id: "signals.get",
  summary: "Get a signal",
  description:
    "Returns a signal with its baseline, its expected range and its evidence, as first detected, and its current status.",
  audience: "team",
  kind: "query",
  scope: "signals:read",
  rest: { path: "/signals/{signal_id}", tag: "Signals" },
  tool: {
    name: "get_signal",
    title: "Get signal",
    page: "signals/{id}",
    description: "Returns one signal with its evidence: observed and expected values, baseline and period.",
    untrusted: ["title", "summary", "evidence", "subject", "dedupe_key"],
  },
  resources: [
    {
      uri: "app://signals/{signal_id}",
      name: "signal",
      title: "Signal",
      description: "A signal with its evidence.",
      ttlSeconds: 60,
    },
  ],
  input: z.strictObject({ signal_id: id("signal") }),
  output: signal,
  example: exampleSignal,
  async handle({ team }, { signal_id }) {
    return { data: await requireSignal(team, signal_id) }
  },
})
