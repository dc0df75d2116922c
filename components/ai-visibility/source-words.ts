/** Names and explanations of the source types. */
import type { Data } from "@/components/api/types"

export type SourceClass = Data<"aiVisibility", "listCitations">[number]["source_class"]

export const classWords: Record<SourceClass, { name: string; about: string }> = {
  own: { name: "own", about: "pages of the own brand" },
  competitor: { name: "competitor", about: "pages of a tracked competitor" },
  editorial: { name: "editorial", about: "magazines, tests and news" },
  ugc: { name: "community", about: "forums, videos and reviews that people write" },
  reference: { name: "reference", about: "encyclopedias and databases" },
  institutional: { name: "institutional", about: "states, universities and public bodies" },
  corporate: { name: "shop or company", about: "shops, makers and other companies" },
  other: { name: "not classed", about: "sites that are in none of these lists" },
}

export const sourceClasses = Object.keys(classWords) as SourceClass[]
