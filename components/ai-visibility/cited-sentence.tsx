/** Says how many answers that cite a domain mention your brand, and which competitor most of them mention. */

import type { Data } from "@/components/api/types"
import { Lead } from "@/components/ui/lead"
import { count, pluralize } from "@/domain/kernel/format-count"
import { lastScans } from "./answer-filters"

/** `matrix` has one source, the domain. */
type Matrix = Data<"aiVisibility", "getSourceBrands">

export function brandsByMentions({ brands, sources: [source] }: Matrix) {
  const mentionsOf = ({ id }: { id: string }) => source?.mentioned_n[id] ?? 0
  return brands.toSorted((a, b) => mentionsOf(b) - mentionsOf(a))
}

export function CitedSentence({ matrix }: { matrix: Matrix }) {
  const [cited] = matrix.sources
  const own = matrix.brands.find(({ kind }) => kind === "own")
  if (!cited || !own) return null
  const leader = brandsByMentions(matrix).find(({ kind }) => kind !== "own")
  const mentions = ({ id }: { id: string }) => count(cited.mentioned_n[id] ?? 0)
  return (
    <Lead>
      <bdi className="font-strong">{own.name}</bdi> is in {mentions(own)} of the {pluralize(cited.answers_n, "answer")}{" "}
      of {lastScans(matrix.scans_n)} that {cited.answers_n === 1 ? "cites" : "cite"} this domain
      {leader && (
        <>
          , <bdi className="font-strong">{leader.name}</bdi> is in {mentions(leader)}
        </>
      )}
      .
    </Lead>
  )
}
