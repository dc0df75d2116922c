/** Types the URL parameters of the report list, and names the choices of its filters. */
import type { Data, Inputs } from "@/components/api/types"

export type Report = Data<"reports", "list">[number]
type Input = Inputs["reports"]["list"]
export type ReportQuery = Partial<Record<keyof Input, string>>

export const statusNames: Record<Report["status"], string> = {
  published: "published, shared or not",
  draft: "draft",
  archived: "archived",
}

/** The sort orders. The first one is the default of the page. The API has another default. */
export const sortNames = {
  name: "name",
  "-name": "name, Z to A",
  "-updated_at": "newest update",
  updated_at: "oldest update",
} as const satisfies Partial<Record<NonNullable<Input["sort"]>, string>>
