/** Sums up the listed prompts: how many are gaps, and how many moved since the previous scan. */
import { Link } from "@/components/link"
import { pluralize } from "@/domain/kernel/format-count"
import { isSignificant, type Row } from "./format-metrics"

type Prompts = { id: string; latest: { is_gap: boolean; change: number | null } | null }[]

/** `path` is the path of the prompts. */
type Props = { prompts: Prompts; changes: Map<string, Row>; path: string }

export function PromptSummary({ prompts, changes, path }: Props) {
  const verdictOf = ({ id }: Prompts[number]) => changes.get(id)?.change?.verdict
  const compared = prompts.filter(({ latest }) => latest && latest.change !== null)
  const moved = compared.filter((prompt) => isSignificant(verdictOf(prompt))).length
  const unclear = compared.filter((prompt) => verdictOf(prompt) === "insufficient").length
  const gaps = prompts.filter(({ latest }) => latest?.is_gap).length
  if (prompts.length < 2 || !prompts.some(({ latest }) => latest)) return null
  return (
    <p className="mb-6 max-w-[76ch] text-pretty text-lead">
      {gaps > 0 ? (
        <>
          A competitor is clearly ahead on{" "}
          <Link href={`${path}?gap=true`} className="underline decoration-accent underline-offset-4">
            {gaps} of {pluralize(prompts.length, "prompt")}
          </Link>
          .
        </>
      ) : (
        `No competitor is clearly ahead on these ${prompts.length} prompts.`
      )}
      {compared.length > 0 &&
        ` Since the previous scan, ${movement(moved, compared.length - moved - unclear, unclear)}.`}
    </p>
  )
}

/** "2 moved clearly, 3 did not and 7 have too few answers to tell" */
function movement(moved: number, still: number, unclear: number): string {
  if (moved + still === 0)
    return `${unclear === 1 ? "one has" : `all ${unclear} have`} too few answers to tell whether ${unclear === 1 ? "it" : "they"} moved`
  const parts = [
    `${moved === 0 ? "none" : moved} moved clearly`,
    still > 0 && `${still} did not`,
    unclear > 0 && `${unclear} ${unclear === 1 ? "has" : "have"} too few answers to tell`,
  ].filter((part) => part !== false)
  return new Intl.ListFormat("en-GB").format(parts)
}
