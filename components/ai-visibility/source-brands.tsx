/**
 * The matrix of sources and brands: how many answers that cite a source mention each brand. The stronger the color of a
 * cell, the larger their share of the answers that cite the source.
 */
import type { Data } from "@/components/api/types"
import { Link } from "@/components/link"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { count, pluralize } from "@/domain/kernel/format-count"
import { latestScansValue } from "./answer-filters"
import { SourceType } from "./source-type"

type Matrix = Data<"aiVisibility", "getSourceBrands">
type Brand = Matrix["brands"][number]

/** More columns would not fit. The first brand is yours, and the others are the most mentioned ones. */
const maxBrands = 6

/** On phones, the numbers of a source are in two columns. */
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
        {matrix.sources.map(({ domain, source_class, answers_n, mentioned_n }) => (
          <Tr key={domain}>
            <Td className="min-w-32 max-w-72 wrap-anywhere">
              <Link href={`${path}/${encodeURIComponent(domain)}`} className="font-strong hover:underline">
                {domain}
              </Link>
            </Td>
            <Td className="max-md:w-full">
              <SourceType of={source_class} />
            </Td>
            {brands.map((brand) => (
              <Td
                key={brand.id}
                label={brand.kind === "own" ? "you" : brand.name}
                className={`${numeric} ${halfOfCard}`}
                style={{ backgroundColor: tintOf(brand, (mentioned_n[brand.id] ?? 0) / answers_n) }}
              >
                <Mentions
                  matrix={matrix}
                  brand={brand}
                  domain={domain}
                  answersPath={answersPath}
                  number={mentioned_n[brand.id] ?? 0}
                />
              </Td>
            ))}
            <Td label="answers" className={`${numeric} ${halfOfCard}`}>
              {count(answers_n)}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}

/** `share`: 0 to 1. */
const tintOf = ({ kind }: Brand, share: number) =>
  `color-mix(in oklab, var(--color-${kind === "own" ? "accent" : "edge"}) ${Math.round(share * 24)}%, transparent)`

type MentionsProps = { matrix: Matrix; brand: Brand; domain: string; answersPath: string; number: number }

/** The number, as a link to the same answers. */
function Mentions({ matrix, brand, domain, answersPath, number }: MentionsProps) {
  if (number === 0) return brand.kind === "own" && <span className="text-danger-text">none</span>
  const query = new URLSearchParams({ domain, brand: brand.id, scan: latestScansValue(matrix.scans_n) })
  const [singular, plural] = [`answer that cites ${domain} mentions`, `answers that cite ${domain} mention`]
  return (
    <Link
      href={`${answersPath}?${query}`}
      aria-label={`${pluralize(number, singular, plural)} ${brand.name}`}
      className="inline-flex h-6 min-w-6 items-center justify-end hover:underline"
    >
      {count(number)}
    </Link>
  )
}
