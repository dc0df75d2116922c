/**
 * Matrix of sources and brands. A cell is a share: of the answers that cite the source, how many mention the brand. The
 * stronger the color, the larger the share. The largest share of a row is bold.
 */
import type { Data } from "@/components/api/types"
import { Link } from "@/components/link"
import { cn } from "@/components/ui/class-names"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { count, pluralize } from "@/domain/kernel/format-count"
import { percent } from "@/domain/metrics/format-value"
import { latestScansValue } from "./answer-filters"
import { brandTint } from "./brand-tint"
import { SourceType } from "./source-type"

type Matrix = Data<"aiVisibility", "getSourceBrands">
type Brand = Matrix["brands"][number]
type Source = Matrix["sources"][number]

/** More columns would not fit. The first brand is yours, and the others are the most mentioned ones. */
const maxBrands = 6

/** On phones, a source shows your brand beside its best competitor. */
const halfOfCard = "max-md:flex max-md:w-[calc(50%-8px)] max-md:items-center max-md:justify-between"

/** `path` is the path of the citations, and `answersPath` is the path of the answers. */
type Props = { matrix: Matrix; path: string; answersPath: string }

export function SourceBrands({ matrix, path, answersPath }: Props) {
  const brands = matrix.brands.slice(0, maxBrands)
  return (
    <Table optionsName="sources-and-brands" label="Sources and brands" isCards className="md:min-w-[820px]">
      <thead>
        <tr>
          <Th>Source</Th>
          <Th>Source type</Th>
          {brands.map((brand) => (
            <Th key={brand.id} className={`${numeric} w-24`}>
              {brand.kind === "own" ? "You" : <bdi className="ml-auto block max-w-28 truncate">{brand.name}</bdi>}
            </Th>
          ))}
          <Th className={numeric}>Answers</Th>
        </tr>
      </thead>
      <tbody>
        {matrix.sources.map((source) => (
          <SourceRow
            key={source.domain}
            source={source}
            brands={brands}
            scans={matrix.scans_n}
            path={path}
            answersPath={answersPath}
          />
        ))}
      </tbody>
    </Table>
  )
}

type RowProps = { source: Source; brands: Brand[]; scans: number; path: string; answersPath: string }

function SourceRow({ source, brands, scans, path, answersPath }: RowProps) {
  const { domain, source_class, answers_n, mentioned_n } = source
  const mentionsOf = ({ id }: Brand) => mentioned_n[id] ?? 0
  const highest = Math.max(...brands.map(mentionsOf))
  const competitors = brands.filter((brand) => brand.kind !== "own" && mentionsOf(brand) > 0)
  const bestCompetitor = competitors.sort((a, b) => mentionsOf(b) - mentionsOf(a))[0]
  return (
    <Tr>
      <Td className="min-w-32 max-w-72 wrap-anywhere">
        <Link href={`${path}/${encodeURIComponent(domain)}`} className="font-strong hover:underline">
          {domain}
        </Link>
      </Td>
      <Td className="max-md:w-full">
        <SourceType of={source_class} />
      </Td>
      {brands.map((brand) => {
        const mentions = mentionsOf(brand)
        const isOnPhones = brand.kind === "own" || brand === bestCompetitor
        return (
          <Td
            key={brand.id}
            label={brand.kind === "own" ? "you" : brand.name}
            className={cn(
              numeric,
              isOnPhones ? halfOfCard : "max-md:hidden",
              mentions > 0 && mentions === highest && "font-strong",
            )}
            style={{ backgroundColor: brandTint(brand.kind === "own", (mentions / answers_n) * maxTint) }}
          >
            <Mentions source={source} brand={brand} scans={scans} answersPath={answersPath} mentions={mentions} />
          </Td>
        )
      })}
      <Td label="answers" className={numeric}>
        {count(answers_n)}
      </Td>
    </Tr>
  )
}

/** The strength of a cell's color when all answers mention the brand, in percent. */
const maxTint = 24

/** `mentions`: the number of answers that cite the source and mention the brand. */
type MentionsProps = { source: Source; brand: Brand; scans: number; answersPath: string; mentions: number }

/** The share, as a link to the same answers. */
function Mentions({ source: { domain, answers_n }, brand, scans, answersPath, mentions }: MentionsProps) {
  if (mentions === 0) return brand.kind === "own" && <span className="text-danger-text">none</span>
  const query = new URLSearchParams({ domain, brand: brand.id, scan: latestScansValue(scans) })
  const counts = `${count(mentions)} of ${pluralize(answers_n, "answer")}`
  return (
    <Link
      href={`${answersPath}?${query}`}
      title={counts}
      aria-label={`${percent(mentions / answers_n, 0)}: ${brand.name} in ${counts} with ${domain}`}
      className="inline-flex h-6 min-w-6 items-center justify-end hover:underline"
    >
      {percent(mentions / answers_n, 0)}
    </Link>
  )
}
