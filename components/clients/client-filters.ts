/**
 * Filters of the client list: the URL parameters of its page, which are fields of the operation's input, and their
 * labels.
 */
import type { Data, Inputs } from "@/components/api/types"

export type Client = Data<"clients", "get">
type Input = Inputs["clients"]["list"]
export type ClientQuery = Partial<Record<keyof Input, string>>

/**
 * The choices besides the page's default, which is all clients that are not archived. `any` includes archived ones. It is
 * the default of the API, which has no such value.
 */
export const statusNames: Record<Client["status"] | "any", string> = {
  active: "active",
  paused: "paused",
  archived: "archived",
  any: "any",
}

/** The sort orders. The first one is the default of the page. The API has another default. */
export const sortNames = {
  attention: "needs attention",
  name: "name",
  "-name": "name, Z to A",
  "-updated_at": "newest update",
  updated_at: "oldest update",
} as const satisfies Partial<Record<NonNullable<Input["sort"]>, string>>
