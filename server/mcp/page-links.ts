/**
 * Links to the pages of records in the app, so that a model can show its user where a number comes from, and links to
 * the resources of the items of a list, which clients can attach to a conversation.
 */
import "server-only"
import type { ResourceLink } from "@modelcontextprotocol/server"
import { baseUrl } from "@/domain/kernel/base-url"
import type { TeamFacts } from "@/domain/kernel/context"
import type { Tool } from "@/domain/kernel/tool"

type Values = Record<string, unknown>
type Team = Pick<TeamFacts, "slug">

/** The fields that links add to a result. The instructions of the server explain them. */
export const linkSchema = { url: { type: "string" } }
export const itemLinkSchema = { item_url: { type: "string" } }

/** `values`: the arguments of the tool and the fields of the record. No link if the page needs another field. */
export function linkToRecord(tool: Tool | undefined, team: Team, values: Values): { url?: string } {
  const url = tool?.page && fill(urlOf(tool.page, team), values)
  return url && !url.includes("{") ? { url } : {}
}

/**
 * One link template for all items of a list, in which the fields of the item remain in braces. 100 items with a link
 * each would cost a model thousands of tokens. `values`: the arguments of the tool.
 */
export function linkToItems(tool: Tool | undefined, team: Team, values: Values): { item_url?: string } {
  return tool?.page ? { item_url: fill(urlOf(tool.page, team), values) } : {}
}

/** The first revision of the protocol with links to resources in results. */
const firstRevisionWithLinks = "2025-06-18"

/**
 * Links to the resources of the items of a list. They contain only the ID of an item, because third parties may have
 * written its texts. `revision`: that of the client. Clients of older revisions would reject a result with links.
 */
export function resourceLinks(tool: Tool, items: unknown, revision: string | null): ResourceLink[] {
  const { itemResource } = tool
  if (!itemResource || !Array.isArray(items) || revision === null || revision < firstRevisionWithLinks) return []
  return items.map((item: Values) => ({
    type: "resource_link",
    uri: fill(itemResource, item),
    name: String(item["id"]),
    mimeType: "application/json",
  }))
}

const urlOf = (page: string, { slug }: Team) => `${baseUrl()}/${slug}/${page}`

const fill = (url: string, values: Values) =>
  url.replace(/\{(\w+)\}/g, (field, name) =>
    typeof values[name] === "string" ? encodeURIComponent(values[name]) : field,
  )
