/** Counts which brands the answers mention that cite a source, and how far you are ahead of the best competitor. */
import type { Data } from "@/components/api/types"

type Matrix = Data<"aiVisibility", "getSourceBrands">
type Brand = Matrix["brands"][number]
type Source = Matrix["sources"][number]

/** The number of the source's answers that mention the brand, and their share, from 0 to 1. */
export type Mentions = { brand: Brand; mentioned: number; share: number }

export type SourceLead = {
  source: Source
  own: Mentions | null
  /** Every competitor, in the order of the brands. */
  rivals: Mentions[]
  /** The competitor with the most mentions. Null if no answer mentions one. */
  rival: Mentions | null
  /** The difference of the shares of your brand and of `rival`, from -1 to 1. Negative if the competitor is ahead. */
  lead: number
}

/** The sources in their order, with the counts of every brand. */
export const sourceLeads = ({ brands, sources }: Pick<Matrix, "brands" | "sources">): SourceLead[] =>
  sources.map((source) => leadAt(source, brands))

function leadAt(source: Source, brands: Brand[]): SourceLead {
  const counts = brands.map((brand) => {
    const mentioned = source.mentioned_n[brand.id] ?? 0
    return { brand, mentioned, share: mentioned / source.answers_n }
  })
  const own = counts.find(({ brand }) => brand.kind === "own") ?? null
  const rivals = counts.filter(({ brand }) => brand.kind !== "own")
  const [best] = rivals.toSorted((a, b) => b.mentioned - a.mentioned)
  const rival = best && best.mentioned > 0 ? best : null
  return { source, own, rivals, rival, lead: (own?.share ?? 0) - (rival?.share ?? 0) }
}
