/**
 * Shows two answers to the same prompt side by side: which brands and sources are new or gone, and the differences in
 * the texts.
 */
import { formatDate } from "@/components/format-date"
import { Link } from "@/components/link"
import { pluralize } from "@/domain/kernel/format-count"
import { differencesOf, newAndGone } from "./answer-differences"
import { type Answer, brandsInOrder, citedDomains } from "./answer-groups"
import type { Mark } from "./answer-marks"
import { Difference } from "./answer-text"
import { AnswerView } from "./answer-view"

type Props = {
  before: Answer
  after: Answer
  /** The name of your brand. */
  ownBrand: string | undefined
  answersPath: string
}

export function AnswerPair({ before, after, ownBrand, answersPath }: Props) {
  const differences = differencesOf(before.text ?? "", after.text ?? "")
  return (
    <>
      <p className="wrap-anywhere mb-4 max-w-[68ch]">
        {changeSentence("brand", brandsInOrder(before), brandsInOrder(after))}{" "}
        {ownSentence(ownBrand, brandsInOrder(before), brandsInOrder(after))}{" "}
        {changeSentence("source", citedDomains(before), citedDomains(after))}
      </p>
      {!differences && <p className="mb-4 text-quiet">The texts are too long or too different to mark differences.</p>}
      <div className="grid gap-6 lg:grid-cols-2">
        <Side title="Earlier" answer={before} marks={differences?.removed ?? []} path={answersPath} />
        <Side title="Later" answer={after} marks={differences?.added ?? []} path={answersPath} />
      </div>
      {differences && differences.removed.length + differences.added.length > 0 && (
        <p className="mt-3 text-quiet text-table">
          <Difference kind="removed">Struck through</Difference>: not in the later answer.{" "}
          <Difference kind="added">Underlined</Difference>: new in the later answer.
        </p>
      )}
    </>
  )
}

type SideProps = { title: string; answer: Answer; marks: Mark[]; path: string }

const Side = ({ title, answer, marks, path }: SideProps) => (
  <section aria-label={`${title} answer`} className="flex min-w-0 flex-col">
    <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
      <h3 className="text-head">
        {title}, {formatDate(new Date(answer.asked_at), "UTC")}
      </h3>
      <Link href={`${path}/${answer.id}`} className="text-accent text-table hover:underline">
        Open answer
      </Link>
    </div>
    <div className="flex-1 rounded-box border border-line bg-surface p-4 sm:p-6">
      <AnswerView text={answer.text ?? ""} marks={marks} />
    </div>
  </section>
)

/** Says that your brand is in neither answer. `changeSentence` covers the other cases. */
function ownSentence(ownBrand: string | undefined, before: string[], after: string[]) {
  const mentioned = [...before, ...after]
  return ownBrand && mentioned.length > 0 && !mentioned.includes(ownBrand) && `Neither answer mentions ${ownBrand}.`
}

/** "Both answers mention the same 3 brands." or "Cube is the only tracked brand in both answers." */
function sameSentence(what: "brand" | "source", names: string[]) {
  if (names.length > 1)
    return `Both answers ${what === "brand" ? "mention" : "cite"} the same ${pluralize(names.length, what)}.`
  return `${names[0]} is the only ${what === "brand" ? "tracked brand" : "cited source"} in both answers.`
}

/** For example "New brands: Cube, Sony. No longer mentioned: Canyon." */
function changeSentence(what: "brand" | "source", before: string[], after: string[]) {
  const { added, gone } = newAndGone(before, after)
  const verb = what === "brand" ? "mentioned" : "cited"
  if (before.length + after.length === 0)
    return what === "brand" ? "Neither answer mentions a tracked brand." : "Neither answer cites a source."
  if (added.length + gone.length === 0) return sameSentence(what, [...new Set(after)])
  return [
    added.length > 0 && `New ${added.length === 1 ? what : `${what}s`}: ${added.join(", ")}.`,
    gone.length > 0 && `No longer ${verb}: ${gone.join(", ")}.`,
  ]
    .filter(Boolean)
    .join(" ")
}
