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
  input: z.strictObject({ signal_id: id("signal") }),
  output: signal,
  example: exampleSignal,
  async handle({ team }, { signal_id }) {
    return { data: await requireSignal(team, signal_id) }
  },
})
