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

/**
 * Sorts the sources by what you can gain there: first those whose answers mention competitors and never your brand, the
 * most mentions first. Then the largest lead of a competitor first. Sites of brands come last, because their brands
 * lead there.
 */
export const sourceLeads = ({ brands, sources }: Pick<Matrix, "brands" | "sources">): SourceLead[] =>
  sources
    .map((source) => leadAt(source, brands))
    .sort(
      (a, b) =>
        Number(isOfBrand(a.source)) - Number(isOfBrand(b.source)) ||
        gapMentions(b) - gapMentions(a) ||
        a.lead - b.lead ||
        b.source.answers_n - a.source.answers_n,
    )

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

/** The mentions of the best competitor if no answer mentions your brand, or else 0. */
const gapMentions = ({ own, rival }: SourceLead) => (own?.mentioned === 0 && rival ? rival.mentioned : 0)

const isOfBrand = ({ source_class }: Source) => source_class === "own" || source_class === "competitor"
