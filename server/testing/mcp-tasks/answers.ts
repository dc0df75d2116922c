/**
 * Compares what the tools return for the questions of docs/mcp-tasks.md with the data of the demo team. Each answer is
 * computed from the tables or from another operation of the app, by the number of the question.
 */
import { metricsAnswers } from "./metrics-answers"
import { signalAnswers } from "./signal-answers"
import type { Answers } from "./stored"
import { visibilityAnswers } from "./visibility-answers"

export const correctAnswers: Answers = { ...metricsAnswers, ...signalAnswers, ...visibilityAnswers }
