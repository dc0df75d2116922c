/** Two counts of answers, the earlier and the later one: "11 → 1 of 15". */
import type { BeforeAndAfter, Count } from "./compare-runs"

export function CountChange({ before, after }: BeforeAndAfter) {
  const earlier = before.answers === after.answers ? before.mentioned : ofAnswers(before)
  return (
    <span className="figures">
      <span className="whitespace-nowrap">
        {earlier} <span aria-hidden>→</span>
        <span className="sr-only">then</span>
      </span>{" "}
      <span className="whitespace-nowrap">{ofAnswers(after)}</span>
    </span>
  )
}

const ofAnswers = ({ mentioned, answers }: Count) => (answers === 0 ? "no answers" : `${mentioned} of ${answers}`)
