/**
 * Says since when no answer has cited a domain, how many answers that cite it mention your brand, and which competitor
 * most of them mention.
 */
import type { Data } from "@/components/api/types"
import { Lead } from "@/components/ui/lead"
import { count, pluralize } from "@/domain/kernel/format-count"

/** `matrix` has one source, the domain. */
type Matrix = Data<"aiVisibility", "getSourceBrands">

export function brandsByMentions({ brands, sources: [source] }: Matrix) {
  const mentionsOf = ({ id }: { id: string }) => source?.mentioned_n[id] ?? 0
  return brands.toSorted((a, b) => mentionsOf(b) - mentionsOf(a))
}

/** `lapse`: see `citationLapse`. */
export function CitedSentence({ matrix, lapse }: { matrix: Matrix; lapse: string }) {
  const [cited] = matrix.sources
  const own = matrix.brands.find(({ kind }) => kind === "own")
  if (!lapse && !(cited && own)) return null
  return (
    <Lead>
      {lapse} {cited && own && <Mentions matrix={matrix} cited={cited} own={own} />}
    </Lead>
  )
}

type MentionsProps = { matrix: Matrix; cited: Matrix["sources"][number]; own: Matrix["brands"][number] }

function Mentions({ matrix, cited, own }: MentionsProps) {
  const leader = brandsByMentions(matrix).find(({ kind }) => kind !== "own")
  const mentions = ({ id }: { id: string }) => count(cited.mentioned_n[id] ?? 0)
  return (
    <>
      <bdi className="font-strong">{own.name}</bdi> is in {mentions(own)} of the {pluralize(cited.answers_n, "answer")}{" "}
      that {cited.answers_n === 1 ? "cites" : "cite"} this domain
      {leader && (
        <>
          , and <bdi className="font-strong">{leader.name}</bdi> is in {mentions(leader)}
        </>
      )}
      .
    </>
  )
}
