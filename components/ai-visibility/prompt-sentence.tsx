/** Says in one sentence how often answers to a prompt mention your brand, and which brand leads. */
import { Lead } from "@/components/ui/lead"
import { count, pluralize } from "@/domain/kernel/format-count"
import type { Row } from "./format-metrics"

/** `brands`: the rows of all brands in the answers to the prompt. */
export function PromptSentence({ brands }: { brands: Row[] }) {
  const own = brands.find(({ brand }) => brand.kind === "own")
  const [leader] = brands.toSorted((a, b) => (b.visibility.value ?? 0) - (a.visibility.value ?? 0))
  if (!own || !leader || own.visibility.value === null) return null
  const isAhead = leader === own || leader.visibility.value === own.visibility.value
  return (
    <Lead>
      <bdi className="font-strong">{own.brand.name}</bdi> is in {count(own.visibility.numerator)} of{" "}
      {pluralize(own.visibility.denominator, "answer")}.{" "}
      {isAhead ? (
        "No tracked brand is mentioned more often."
      ) : (
        <>
          <bdi className="font-strong">{leader.brand.name}</bdi> leads with {count(leader.visibility.numerator)} of{" "}
          {count(leader.visibility.denominator)}.
        </>
      )}
    </Lead>
  )
}
