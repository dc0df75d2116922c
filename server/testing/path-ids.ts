/** Where the ids in paths come from: for each path parameter, a thing that a fresh team really has. */
import type { TeamFacts } from "@/domain/context"
import type { AnyOperation } from "@/domain/operation"
import { freshClient } from "@/domain/testing/client"

type Source = (team: TeamFacts) => Promise<Record<string, string>>

/** A new kind of id in a path needs one line here; several ids of one path come from one source, because they belong together. */
const sources: Record<string, Source> = {
  client_id: async (team) => ({ client_id: (await freshClient(team)).id }),
}

/** The ids for the path of `operation` in `team`. */
export async function idsFor(operation: AnyOperation, team: TeamFacts): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const name of parametersOf(operation)) {
    if (name in ids) continue
    const source = sources[name]
    if (!source) throw new Error(`server/testing/path-ids.ts has no source for {${name}} of ${operation.id}`)
    Object.assign(ids, await source(team))
  }
  return ids
}

export const parametersOf = ({ rest }: AnyOperation) =>
  [...(rest?.path ?? "").matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)

/** The path with its ids, and what the query cannot do without, taken from the examples of the schema. */
export const pathOf = ({ rest, input }: AnyOperation, ids: Record<string, string>) => {
  const path = (rest?.path ?? "").replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? name)
  const query = new URLSearchParams()
  for (const [name, schema] of Object.entries(input.shape)) {
    const { examples } = (schema as { meta(): { examples?: unknown[] } | undefined }).meta() ?? {}
    if (!isNeeded(schema) || path.includes(ids[name] ?? " ")) continue
    query.set(name, String(examples?.[0]))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

const isNeeded = (schema: unknown) =>
  !(schema as { safeParse(value: unknown): { success: boolean } }).safeParse(undefined).success
