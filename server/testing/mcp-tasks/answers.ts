/**
 * Compares what the tools return for the questions of docs/mcp-tasks.md with the data of the demo team. Each answer is
 * computed from the tables or from another operation of the app, by the number of the question.
 */
import type { TeamContext } from "@/domain/kernel/context"
import { metricsAnswers } from "./metrics-answers"
import { signalAnswers } from "./signal-answers"
import { visibilityAnswers } from "./visibility-answers"

/** The results of the calls, in order. */
// biome-ignore lint/suspicious/noExplicitAny: each tool has its own fields; the snapshot of the catalogue checks them.
type Results = any[]

export type Answers = Record<number, (results: Results, ctx: TeamContext) => Promise<void>>

export const correctAnswers: Answers = { ...metricsAnswers, ...signalAnswers, ...visibilityAnswers }
