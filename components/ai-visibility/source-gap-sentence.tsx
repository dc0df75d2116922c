/** Says at which sources answers mention competitors but never your brand, or else where you trail most. */
import type { SourceBrandMatrix } from "@/components/api/types"
import { Link } from "@/components/link"
import { Lead } from "@/components/ui/lead"
import { count, pluralize } from "@/domain/kernel/format-count"

type Source = SourceBrandMatrix["sources"][number]

/**
 * `matrix` has the first sources in the order `opportunity`, so gaps come first: sources whose answers mention
 * competitors and never your brand. `path` is the path of the citations.
 */
type Props = { matrix: SourceBrandMatrix; path: string }

export function SourceGapSentence({ matrix, path }: Props) {
  const { gaps_total } = matrix
  const largestGap = gaps_total > 0 ? matrix.sources[0] : undefined
  const sourceLink = ({ domain }: Source) => (
    <Link href={`${path}/${encodeURIComponent(domain)}`} className="underline decoration-edge underline-offset-4">
      {domain}
    </Link>
  )
  if (largestGap) {
    const leader = leaderAt(largestGap, matrix)
    return (
      <Lead>
        {gaps_total === 1 ? (
          <>
            {sourceLink(largestGap)} is the only gap among {pluralize(matrix.sources_total, "source")}:{" "}
          </>
        ) : (
          <>
            {count(gaps_total)} of {pluralize(matrix.sources_total, "source")} are gaps. The largest is{" "}
            {sourceLink(largestGap)}:{" "}
          </>
        )}
        of the {pluralize(largestGap.answers_n, "answer")} that {largestGap.answers_n === 1 ? "cites" : "cite"} it,
        {leader && (
          <>
            {" "}
            {count(leader.mentioned)} {mention(leader.mentioned)} <bdi>{leader.name}</bdi> and
          </>
        )}{" "}
        none mentions you.
      </Lead>
    )
  }
  const trailing = mostTrailing(matrix)
  return (
    <Lead>
      No source gaps: if answers that cite a source mention competitors, at least one of them also mentions you. Brand
      websites are excluded.
      {trailing && (
        <>
          {" "}
          Your largest deficit is at {sourceLink(trailing.source)}: of the{" "}
          {pluralize(trailing.source.answers_n, "answer")} that {trailing.source.answers_n === 1 ? "cites" : "cite"} it,{" "}
          {count(trailing.leader.mentioned)} {mention(trailing.leader.mentioned)} <bdi>{trailing.leader.name}</bdi> and{" "}
          {count(trailing.ownMentions)} {mention(trailing.ownMentions)} you.
        </>
      )}
    </Lead>
  )
}

const mention = (answers: number) => (answers === 1 ? "mentions" : "mention")

/** The competitor mentioned in the most answers that cite this source. */
function leaderAt({ mentioned_n }: Source, { brands }: SourceBrandMatrix) {
  return brands
    .filter(({ kind }) => kind !== "own")
    .map(({ id, name }) => ({ name, mentioned: mentioned_n[id] ?? 0 }))
    .sort((a, b) => b.mentioned - a.mentioned)[0]
}

/**
 * The source where the share of answers of the best competitor is furthest ahead of yours. The sites of brands are left
 * out, because their brands lead there.
 */
function mostTrailing(matrix: SourceBrandMatrix) {
  const ownBrand = matrix.brands.find(({ kind }) => kind === "own")
  return matrix.sources
    .filter(({ source_class }) => source_class !== "own" && source_class !== "competitor")
    .flatMap((source) => {
      const leader = leaderAt(source, matrix)
      const ownMentions = ownBrand ? (source.mentioned_n[ownBrand.id] ?? 0) : 0
      return leader ? [{ source, leader, ownMentions, lead: (leader.mentioned - ownMentions) / source.answers_n }] : []
    })
    .filter(({ lead }) => lead > 0)
    .sort((a, b) => b.lead - a.lead)[0]
}
