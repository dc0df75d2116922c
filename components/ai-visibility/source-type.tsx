/** The source types: their names, their explanations, and the type of a cited site as pages show it. */
import type { Data } from "@/components/api/types"

export type SourceClass = Data<"aiVisibility", "listCitations">[number]["source_class"]

export const sourceTypes: Record<SourceClass, { name: string; about: string }> = {
  own: { name: "your brand", about: "pages of your brand" },
  competitor: { name: "competitor", about: "pages of a tracked competitor" },
  editorial: { name: "editorial", about: "magazines, product tests and news" },
  ugc: { name: "community", about: "forums, videos and reviews that people write" },
  reference: { name: "reference", about: "encyclopedias and databases" },
  institutional: { name: "institutional", about: "governments, universities and public bodies" },
  corporate: { name: "shop or company", about: "shops, manufacturers and other companies" },
  other: { name: "unclassified", about: "sites that fit no other type" },
}

export const sourceClasses = Object.keys(sourceTypes) as SourceClass[]

/** Shows the type, with its explanation on hover. A brand's site also shows the brand's name. */
export function SourceType({ of, brand }: { of: SourceClass; brand?: string | null | undefined }) {
  const { name, about } = sourceTypes[of]
  return (
    <span title={about} className={styleOf(of)}>
      {name}
      {brand && <bdi className="font-normal text-quiet"> {brand}</bdi>}
    </span>
  )
}

/** The sites of brands stand out. */
function styleOf(type: SourceClass) {
  if (type === "own") return "font-strong"
  return type === "competitor" ? "" : "text-quiet"
}
