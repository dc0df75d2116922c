/**
 * The matrix of sources and brands: how many answers that cite a source mention each brand. A circle's area shows the
 * number, and a dashed circle shows that your brand is missing.
 */
import type { Data } from "@/components/api/types"
import { Link } from "@/components/link"
import { numeric, Table, Td, Th, Tr } from "@/components/ui/table"
import { count, pluralize } from "@/domain/kernel/format-count"
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
  const largest = Math.max(1, ...matrix.sources.flatMap(({ mentioned_n }) => Object.values(mentioned_n)))
  return (
    <Table optionsName="sources-and-brands" label="Sources and brands" isCards className="md:min-w-[820px]">
      <thead>
        <tr>
          <Th>Source</Th>
          <Th>Source type</Th>
          {brands.map((brand) => (
            <Th key={brand.id}>
              {brand.kind === "own" ? "You" : <bdi className="block max-w-28 truncate">{brand.name}</bdi>}
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
              <Td key={brand.id} label={brand.kind === "own" ? "you" : brand.name} className={halfOfCard}>
                <Mentions {...{ brand, domain, answersPath, largest }} number={mentioned_n[brand.id] ?? 0} />
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

const maxSize = 20
const minSize = 6

type MentionsProps = { brand: Brand; domain: string; answersPath: string; number: number; largest: number }

/** A circle that links to the answers. */
function Mentions({ brand, domain, answersPath, number, largest }: MentionsProps) {
  const isOwn = brand.kind === "own"
  if (number === 0)
    return isOwn ? (
      <span className="inline-flex h-6 items-center align-middle">
        <span aria-hidden className="flex w-5 justify-center">
          <span className="size-2.5 rounded-full border border-danger border-dashed" />
        </span>
        <span className="sr-only">not mentioned</span>
      </span>
    ) : null
  const size = Math.max(minSize, Math.round(maxSize * Math.sqrt(number / largest)))
  const query = new URLSearchParams({ domain, brand: brand.id })
  const [one, many] = [`answer that cites ${domain} mentions`, `answers that cite ${domain} mention`]
  return (
    <Link
      href={`${answersPath}?${query}`}
      aria-label={`${pluralize(number, one, many)} ${brand.name}`}
      className="inline-flex h-6 min-w-6 items-center gap-1.5 align-middle hover:underline"
    >
      <span aria-hidden className="flex w-5 justify-center">
        <span className={`rounded-full ${isOwn ? "bg-accent" : "bg-edge"}`} style={{ width: size, height: size }} />
      </span>
      <span aria-hidden className="figures text-quiet text-small">
        {count(number)}
      </span>
    </Link>
  )
}
