/** How far your brand is ahead of its best competitor in the answers that cite a source. */
import type { Data } from "@/components/api/types"

type Matrix = Data<"aiVisibility", "getSourceBrands">
type Brand = Matrix["brands"][number]
type Source = Matrix["sources"][number]

/** The number of the source's answers that mention the brand, and their share, from 0 to 1. */
export type Mentions = { brand: Brand; mentioned: number; share: number }

export type SourceLead = {
  source: Source
  own: Mentions | null
  /** The competitor with the most mentions. Null if no answer mentions one. */
  rival: Mentions | null
  /** The difference of the two shares, from -1 to 1. Negative if the competitor is ahead. */
  lead: number
}

/** The sources with the largest lead of a competitor first. Sites of brands come last, because their brands lead there. */
export const sourceLeads = ({ brands, sources }: Pick<Matrix, "brands" | "sources">): SourceLead[] =>
  sources
    .map((source) => leadAt(source, brands))
    .sort((a, b) => Number(isOfBrand(a.source)) - Number(isOfBrand(b.source)) || a.lead - b.lead)

function leadAt(source: Source, brands: Brand[]): SourceLead {
  const counts = brands.map((brand) => {
    const mentioned = source.mentioned_n[brand.id] ?? 0
    return { brand, mentioned, share: mentioned / source.answers_n }
  })
  const own = counts.find(({ brand }) => brand.kind === "own") ?? null
  const [best] = counts.filter(({ brand }) => brand.kind !== "own").sort((a, b) => b.mentioned - a.mentioned)
  const rival = best && best.mentioned > 0 ? best : null
  return { source, own, rival, lead: (own?.share ?? 0) - (rival?.share ?? 0) }
}

const isOfBrand = ({ source_class }: Source) => source_class === "own" || source_class === "competitor"
