/** Shows how many answers of two scans mention each brand: a table with dots by engine, and a sentence. */
import { sortRows } from "@/components/lists/sort-rows"
import { type Sorting, SortTh } from "@/components/lists/sort-th"
import { cn } from "@/components/ui/class-names"
import { Lead } from "@/components/ui/lead"
import { lineOfCard, Table, Td, Tr } from "@/components/ui/table"
import { engineName } from "@/domain/ai-engines/engine-names"
import { pluralize } from "@/domain/kernel/format-count"
import { type BeforeAndAfter, type BrandChange, type Count, changeOf, otherBrandToName } from "./compare-runs"
import { CountChange } from "./count-change"

/** `sorting`: without an order, the brands stay in their order. The columns of counts are sorted by the change. */
type Props = { engines: string[]; brands: BrandChange[]; sorting: Sorting }

export function BrandChanges({ engines, brands, sorting }: Props) {
  const values = {
    name: ({ name }: BrandChange) => name,
    all: ({ all }: BrandChange) => changeOf(all),
    ...Object.fromEntries(
      engines.map((engine, i) => [engine, ({ byEngine }: BrandChange) => changeOf(byEngine[i] as BeforeAndAfter)]),
    ),
  }
  return (
    <Table optionsName="brands-in-both-scans" label="Brands in both scans" isCards className="md:min-w-[680px]">
      <thead>
        <tr>
          <SortTh column="name" sorting={sorting}>
            Brand
          </SortTh>
          {engines.map((engine) => (
            <SortTh key={engine} column={engine} sorting={sorting}>
              {engineName(engine)}
            </SortTh>
          ))}
          <SortTh column="all" sorting={sorting}>
            All engines
          </SortTh>
        </tr>
      </thead>
      <tbody>
        {sortRows(brands, sorting.sort, values).map(({ id, name, isOwn, byEngine, all }) => (
          <Tr key={id} className={cn(isOwn && "bg-accent-wash")}>
            <Td className="min-w-32 break-words">
              <bdi className={isOwn ? "font-strong" : ""}>{name}</bdi>
              {isOwn && <span className="whitespace-nowrap text-quiet"> your brand</span>}
            </Td>
            {engines.map((engine, i) => (
              <Td key={engine} className={`${lineOfCard} max-md:flex-wrap max-md:gap-x-4`}>
                <span className="min-w-0 text-quiet md:hidden">{engineName(engine)}</span>
                <Change counts={byEngine[i] as BeforeAndAfter} isOwn={isOwn} hasDots />
              </Td>
            ))}
            <Td className={`font-strong ${lineOfCard}`}>
              <span className="font-normal text-quiet md:hidden">All engines</span>
              <Change counts={all} isOwn={isOwn} />
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

type ChangeProps = { counts: BeforeAndAfter; isOwn: boolean; hasDots?: boolean }

function Change({ counts: { before, after }, isOwn, hasDots }: ChangeProps) {
  const mostAnswers = Math.max(before.answers, after.answers)
  return (
    <span className="flex items-center gap-x-3 gap-y-0.5 whitespace-nowrap max-md:ml-auto max-md:shrink-0 md:flex-wrap">
      {hasDots && mostAnswers <= maxDots && (
        <span aria-hidden className={cn("flex items-center gap-1.5", mostAnswers > maxDotsOnPhone && "max-md:hidden")}>
          <Dots count={before} isOwn={isOwn} />
          <span className="text-quiet">→</span>
          <Dots count={after} isOwn={isOwn} />
        </span>
      )}
      <span className="max-md:min-w-16 max-md:text-right">
        <CountChange before={before} after={after} />
      </span>
    </span>
  )
}

/** The maximum number of dots. More cannot be counted at a glance. */
const maxDots = 10
/** The maximum number of dots on phones. More would leave no space for the name of the engine. */
const maxDotsOnPhone = 5

/** One dot per answer. The filled ones mention the brand. */
const Dots = ({ count: { mentioned, answers }, isOwn }: { count: Count; isOwn: boolean }) => (
  <span className="flex gap-[3px]">
    {Array.from({ length: answers }, (_, i) => (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: the dots are equal
        key={i}
        className={cn(
          "size-2 rounded-full border",
          isOwn ? "border-accent" : "border-edge",
          i < mentioned && (isOwn ? "bg-accent" : "bg-edge"),
        )}
      />
    ))}
  </span>
)

/** Describes how your brand changed, and the other brand whose change may explain it. */
export function BrandChangeSentence({ brands }: Pick<Props, "brands">) {
  const ownBrand = brands.find(({ isOwn }) => isOwn)
  const other = otherBrandToName(brands)
  return (
    <Lead>
      {ownBrand && (
        <>
          <bdi className="font-strong">{ownBrand.name}</bdi> {describeCounts(ownBrand.all)}{" "}
        </>
      )}
      {other && (
        <>
          <bdi className="font-strong">{other.name}</bdi> {describeCounts(other.all)}{" "}
        </>
      )}
      {brands.length === 0 && "No answer of the two scans mentions a tracked brand."}
      {brands.length > 0 && !ownBrand && !other && "The share of answers that mention each brand did not change."}
    </Lead>
  )
}

/** "fell from 11 of 15 answers to 1 of 15." */
export function describeCounts(counts: BeforeAndAfter): string {
  const { before, after } = counts
  const change = changeOf(counts)
  const earlier = `${before.mentioned} of ${pluralize(before.answers, "answer")}`
  const later = `${after.mentioned} of ${after.answers}`
  if (before.mentioned === 0 && after.mentioned === 0) return "is in no answer of the two scans."
  if (change === 0) return `did not change: it is in ${earlier} of the earlier scan and ${later} of the later.`
  return `${change < 0 ? "fell" : "rose"} from ${earlier} to ${later}.`
}
