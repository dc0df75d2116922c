/** Finds the name of the object that an audit entry changed, and the page of the object. */
import type { Data } from "@/components/api/types"
import { engineName } from "@/domain/ai-engines/engine-names"
import { findMetric } from "@/domain/metrics/catalogue"
import { providerLabels } from "@/domain/metrics/provider"
import { type NameField, nameFieldOf } from "./action-labels"

type Entry = Data<"audit", "list">[number]

/** The names of members and the URLs of webhooks by their ids, for entries that contain only the id. */
export type NamesById = Record<string, string>

/** Longer texts of prompts and titles of signals are cut. */
const maxTextLength = 100

/** The name of the changed object. Undefined if neither the entry nor `names` has it. */
export function subjectName(entry: Pick<Entry, "action" | "subject_id" | "after" | "before">, names: NamesById) {
  const { action, subject_id, after, before } = entry
  const field = nameFieldOf(action)
  const stored = field === "name" ? nameIn(entry) : (textOf(after, field) ?? textOf(before, field))
  if (stored !== undefined) return toShown[field]?.(stored) ?? stored
  // The id of an engine is the subject of its entries.
  if (field === "engine_id" && subject_id) return engineName(subject_id)
  return names[subject_id ?? ""] ?? names[textOf(after, "endpoint_id") ?? ""]
}

/** The name that the entry itself contains, in one of the usual fields. */
const nameIn = ({ after, before }: Pick<Entry, "after" | "before">) => nameInState(after) ?? nameInState(before)

const nameInState = (state: unknown) =>
  ["name", "app", "url", "email", "domain"].map((field) => textOf(state, field)).find((name) => name !== undefined)

function textOf(state: unknown, field: string) {
  const value = ((state ?? {}) as Record<string, unknown>)[field]
  return typeof value === "string" ? value : undefined
}

const cut = (text: string) => (text.length > maxTextLength ? `${text.slice(0, maxTextLength).trimEnd()}…` : text)

/** Fields that contain a long text, or an id with a name of its own, and what the sentence shows for them. */
const toShown: Partial<Record<NameField, (value: string) => string | undefined>> = {
  text: cut,
  title: cut,
  metric: (id) => findMetric(id)?.label,
  provider: (id) => (providerLabels as Record<string, string>)[id],
  engine_id: engineName,
}

/**
 * The path of the object's page after the team's part of the URL. Null for objects without a page, for webhooks that
 * were deleted, for deliveries, which are deleted long before their audit entries, and for old entries that do not name
 * the project or client of the object.
 */
export function subjectPath({ action, subject_id, after, before }: Entry, names: NamesById): string | null {
  if (!subject_id) return null
  const [kind = ""] = subject_id.split("_")
  const parent = (field: string) => textOf(after, field) ?? textOf(before, field)
  const project = parent("project_id")
  const client = parent("client_id")
  const webhook = kind === "ep" ? subject_id : textOf(after, "endpoint_id")
  // The subject of an imported file is its client, which the sentence does not name.
  if (action === "data_source.file_imported") return null
  if (action === "ai_visibility.source_type_set")
    return `/ai-visibility/${subject_id}/citations/${encodeURIComponent(nameIn({ after, before }) ?? "")}`
  if (kind === "ep" || kind === "rec") return webhook && webhook in names ? `/settings/api/webhooks/${webhook}` : null
  if (kind === "prm") return project ? `/ai-visibility/${project}/prompts/${textOf(after, "id") ?? subject_id}` : null
  if (kind === "scn") return project ? `/ai-visibility/${project}/scans/${subject_id}` : null
  if (kind === "goal") return client ? `/clients/${client}/goals` : null
  const folder = folders[kind]
  return folder ? `${folder}/${subject_id}` : null
}

/** The folders of pages, by the prefix of the ids of their objects. */
const folders: Record<string, string> = {
  cli: "/clients",
  dsc: "/sources",
  rep: "/reports",
  sig: "/signals",
  key: "/settings/api/keys",
  aip: "/ai-visibility",
}
