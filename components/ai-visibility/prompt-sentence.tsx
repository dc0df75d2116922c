/** Says how often answers to a prompt mention your brand, which brand leads, and whether your visibility changed. */
import { Lead } from "@/components/ui/lead"
import { count, pluralize } from "@/domain/kernel/format-count"
import { differenceOf, formatPoints, type Row, share } from "./format-metrics"

type Props = {
  /** The rows of all brands in the answers to the prompt. */
  brands: Row[]
  /** The change of your brand since the previous scan. */
  change: Row["change"]
}

export function PromptSentence({ brands, change }: Props) {
  const ownRow = brands.find(({ brand }) => brand.kind === "own")
  const [leader] = brands.toSorted((a, b) => (b.visibility.value ?? 0) - (a.visibility.value ?? 0))
  if (!ownRow || !leader || ownRow.visibility.value === null) return null
  const isAhead = leader === ownRow || leader.visibility.value === ownRow.visibility.value
  return (
    <Lead>
      <bdi className="font-strong">{ownRow.brand.name}</bdi> is in {count(ownRow.visibility.numerator)} of{" "}
      {pluralize(ownRow.visibility.denominator, "answer")}.{" "}
      {isAhead ? (
        "No tracked brand is mentioned more often."
      ) : (
        <>
          <bdi className="font-strong">{leader.brand.name}</bdi> leads with {count(leader.visibility.numerator)} of{" "}
          {count(leader.visibility.denominator)}.
        </>
      )}{" "}
      {describeChange(change)}
    </Lead>
  )
}

/** "Visibility fell by 67 points since the previous scan, when it was 73.3%." Empty if the scans cannot be compared. */
export function describeChange(change: Row["change"]) {
  if (!change?.previous || change.delta_abs === null) return ""
  const { verdict, delta_abs, previous } = change
  const { difference, isOfCommonPart } = differenceOf(change)
  if (isOfCommonPart) {
    const verb = verdict === "up" ? "rose" : "fell"
    return `On the prompts and engines of both scans, visibility ${verb} by ${formatPoints(difference ?? 0)}.`
  }
  const before = `since the previous scan, when it was ${share(previous.visibility)}.`
  if (verdict === "up") return `Visibility rose by ${formatPoints(delta_abs)} ${before}`
  if (verdict === "down") return `Visibility fell by ${formatPoints(delta_abs)} ${before}`
  if (delta_abs === 0) return "Visibility is unchanged since the previous scan."
  return verdict === "no_clear_change" ? `Visibility did not change clearly ${before}` : ""
}
