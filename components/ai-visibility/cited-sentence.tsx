/**
 * Says since when no answer has cited a domain, how many answers that cite it mention your brand, and which competitor
 * most of them mention.
 */
import type { SourceBrandMatrix } from "@/components/api/types"
import { Lead } from "@/components/ui/lead"
import { count, pluralize } from "@/domain/kernel/format-count"

/** `matrix` has one source, the domain. */
export function brandsByMentions({ brands, sources: [source] }: SourceBrandMatrix) {
  const mentionsOf = ({ id }: { id: string }) => source?.mentioned_n[id] ?? 0
  return brands.toSorted((a, b) => mentionsOf(b) - mentionsOf(a))
}

/** `lapse`: see `citationLapse`. */
export function CitedSentence({ matrix, lapse }: { matrix: SourceBrandMatrix; lapse: string }) {
  const [cited] = matrix.sources
  const ownBrand = matrix.brands.find(({ kind }) => kind === "own")
  if (!lapse && !(cited && ownBrand)) return null
  return (
    <Lead>
      {lapse} {cited && ownBrand && <Mentions matrix={matrix} cited={cited} ownBrand={ownBrand} />}
    </Lead>
  )
}

type MentionsProps = {
  matrix: SourceBrandMatrix
  cited: SourceBrandMatrix["sources"][number]
  ownBrand: SourceBrandMatrix["brands"][number]
}

function Mentions({ matrix, cited, ownBrand }: MentionsProps) {
  const leader = brandsByMentions(matrix).find(({ kind }) => kind !== "own")
  const mentions = ({ id }: { id: string }) => count(cited.mentioned_n[id] ?? 0)
  return (
    <>
      <bdi className="font-strong">{ownBrand.name}</bdi> is in {mentions(ownBrand)} of the{" "}
      {pluralize(cited.answers_n, "answer")} that {cited.answers_n === 1 ? "cites" : "cite"} this domain
      {leader && (
        <>
          , and <bdi className="font-strong">{leader.name}</bdi> is in {mentions(leader)}
        </>
      )}
      .
    </>
  )
}
