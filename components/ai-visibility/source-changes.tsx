/** Lists new or lost sources, determined over several scans, with their number of answers per scan. */
import type { Data } from "@/components/api/types"
import { Link } from "@/components/link"
import { CountingGuide } from "@/components/lists/as-api-call"
import { Empty } from "@/components/lists/empty"
import { sortRows } from "@/components/lists/sort-rows"
import { descendingFirst, type Sorting, SortTh } from "@/components/lists/sort-th"
import { Table, Td, Tr } from "@/components/ui/table"
import { count, pluralize } from "@/domain/kernel/format-count"
import { SourceType } from "./source-type"

type Changes = Data<"aiVisibility", "getSourceChanges">
type ChangedSource = Changes["new"]["sources"][number]
type Props = {
  kind: "new" | "lost"
  changes: Changes
  path: string
  brandNames: Map<string, string>
  /** Without an order, the most cited sources come first. */
  sorting: Sorting
}

export const SourceChanges = (props: Props) => (
  <section aria-label={texts[props.kind].label}>
    <p className="mb-2 text-quiet text-table">
      {texts[props.kind].rule} <CountingGuide />
    </p>
    <ChangedSources {...props} />
  </section>
)

/** `minScans`: how many finished scans the rule needs. */
const texts = {
  new: {
    label: "New sources",
    rule: "Cited in at least 2 of the last 3 scans, and in none of the 3 before. Sources vary by chance, so several scans must agree.",
    minScans: 6,
  },
  lost: {
    label: "Lost sources",
    rule: "Cited by at least 3 answers in each of 3 scans, and by none in the 2 scans since. Sources vary by chance, so several scans must agree.",
    minScans: 5,
  },
}

function ChangedSources(props: Props) {
  const { kind, changes } = props
  const { minScans } = texts[kind]
  const missingScans = minScans - changes.scans.length
  if (!changes[kind].can_tell)
    return <Empty title="Not enough scans yet">This list needs {pluralize(missingScans, "more finished scan")}.</Empty>
  if (changes[kind].total === 0)
    return (
      <Empty title={`No ${kind} sources`}>
        No source meets this rule in the last {minScans} scans. The list changes when a scan finishes.
      </Empty>
    )
  return <ChangeTable {...props} />
}

function ChangeTable({ kind, changes, path, brandNames, sorting: chosenSorting }: Props) {
  const { sources, total } = changes[kind]
  // A part of the sources cannot be sorted on the page.
  const sorting = total === sources.length ? chosenSorting : undefined
  const max = Math.max(1, ...sources.flatMap(({ answers_n }) => answers_n))
  return (
    <>
      <Table optionsName={`${kind}-sources`} label={texts[kind].label} className="md:min-w-[380px]">
        <thead>
          <tr>
            <SortTh column="key" sorting={sorting}>
              Source
            </SortTh>
            <SortTh column="source_class" sorting={sorting} className="max-md:hidden">
              Source type
            </SortTh>
            <SortTh column="answers" sorting={sorting} directions={descendingFirst}>
              Answers by scan
            </SortTh>
          </tr>
        </thead>
        <tbody>
          {sortRows(sources, sorting?.sort ?? "", values).map((source) => (
            <Tr key={source.key} className="relative hover:bg-hover">
              <Td className="max-w-44 md:max-w-64">
                <Link
                  href={`${path}/${encodeURIComponent(source.registrable_domain)}`}
                  className="block truncate after:absolute after:inset-0"
                >
                  {nameOf(source)}
                </Link>
              </Td>
              <Td className="max-md:hidden">
                <SourceType of={source.source_class} brand={source.brand_id && brandNames.get(source.brand_id)} />
              </Td>
              <Td>
                <ScanBars counts={source.answers_n} max={max} />
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      {total > sources.length && (
        <p className="mt-1 text-quiet text-small">
          Showing the {sources.length} most cited of {count(total)}.
        </p>
      )}
    </>
  )
}

const nameOf = ({ key }: ChangedSource) => key.replace(/^https?:\/\//, "")

const values: Record<string, (source: ChangedSource) => string | number> = {
  key: nameOf,
  source_class: ({ source_class }) => source_class,
  answers: ({ answers_n }) => answers_n.reduce((sum, n) => sum + n, 0),
}

/** One small bar per scan, and the counts for screen readers. */
function ScanBars({ counts, max }: { counts: number[]; max: number }) {
  return (
    <span title={counts.join(", ")} className="flex h-5 items-end gap-0.5">
      <span className="sr-only">{counts.join(", ")}</span>
      {counts.map((n, i) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: scans never change places
          key={i}
          aria-hidden
          className={`w-2.5 rounded-t-[1px] ${n > 0 ? "bg-accent" : "bg-line"}`}
          style={{ height: n > 0 ? `${Math.max(15, (n / max) * 100)}%` : "2px" }}
        />
      ))}
    </span>
  )
}
