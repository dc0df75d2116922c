/** The collections of AI answers that several suites read: generated ones, and real ones if this machine has them. */
import { generatedAnswers } from "./generated-answers"
import { type LabelledAnswer, realAnswers } from "./real-answers"

/** Returns one entry for each collection that exists, with what the suite expects of it. */
export const collectionsOf = <Expected>(expected: { made: Expected; real: Expected }) =>
  (["made", "real"] as const)
    .map((kind) => ({ kind, answers: answersOf[kind](), expected: expected[kind] }))
    .filter(({ answers }) => answers.length > 0)
    .map((collection) => ({ ...collection, title: `${collection.answers.length} ${collection.kind} answers` }))

const answersOf: Record<"made" | "real", () => LabelledAnswer[]> = { made: generatedAnswers, real: realAnswers }
