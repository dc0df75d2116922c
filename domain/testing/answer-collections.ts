/** The collections of AI answers that several suites read: made ones, and real ones where this machine has them. */
import { generatedAnswers } from "./generated-answers"
import { type LabelledAnswer, realAnswers } from "./real-answers"

/** Returns one entry per collection. `expected` has what is known of each. */
export const collectionsOf = <Expected>(expected: { made: Expected; real: Expected }) =>
  (["made", "real"] as const)
    .map((kind) => ({ kind, answers: answersOf[kind](), expected: expected[kind] }))
    .filter(({ answers }) => answers.length > 0)
    .map((collection) => ({ ...collection, title: `${collection.answers.length} ${collection.kind} answers` }))

const answersOf: Record<"made" | "real", () => LabelledAnswer[]> = { made: generatedAnswers, real: realAnswers }
