/** Ids for the paths of operations: of things that a fresh team really has, or just of the right form. */
import type { TeamFacts } from "@/domain/context"
import type { AnyOperation } from "@/domain/operation"
import { clientWithFigures, projectWithAnswers, publishedEvent, reportWithWidgets } from "./things"

type Ids = Record<string, string>

/** A new kind of id in a path needs one line here; ids that stand in one path come from one source, because they belong together. */
const sources: Record<string, (team: TeamFacts) => Promise<Ids>> = {
  client_id: clientWithFigures,
  report_id: reportWithWidgets,
  project_id: projectWithAnswers,
  scan_id: projectWithAnswers,
  answer_id: projectWithAnswers,
  prompt_id: projectWithAnswers,
  event_id: publishedEvent,
}

/** Ids of things that `team` has, for the path of `operation`. */
export async function idsIn(team: TeamFacts, operation: AnyOperation): Promise<Ids> {
  const ids: Ids = {}
  for (const name of parametersOf(operation)) {
    if (name in ids) continue
    const source = sources[name]
    if (!source) throw new Error(`server/testing/path-ids.ts has no source for {${name}} of ${operation.id}`)
    Object.assign(ids, await source(team))
  }
  return ids
}

/** Ids that are right in form, of things that nobody has. */
export const nobodysIds = (operation: AnyOperation): Ids =>
  Object.fromEntries(parametersOf(operation).map((name) => [name, exampleOf(operation, name)]))

/** The names in the path of `operation`. */
export const parametersOf = ({ rest }: AnyOperation) =>
  [...(rest?.path ?? "").matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)

/** The path with its ids, and what the query cannot do without, taken from the examples of the schema. */
export function pathOf(operation: AnyOperation, ids: Ids): string {
  const inPath = parametersOf(operation)
  const path = inPath.reduce((path, name) => path.replace(`{${name}}`, ids[name] ?? ""), operation.rest?.path ?? "")
  const needed = Object.keys(operation.input.shape).filter(
    (name) => !inPath.includes(name) && isNeeded(operation, name),
  )
  const query = new URLSearchParams(needed.map((name) => [name, exampleOf(operation, name)]))
  return query.size > 0 ? `${path}?${query}` : path
}

type Field = { meta(): { examples?: unknown[] } | undefined; safeParse(value: unknown): { success: boolean } }

const fieldOf = ({ input }: AnyOperation, name: string) => input.shape[name] as Field
const isNeeded = (operation: AnyOperation, name: string) => !fieldOf(operation, name).safeParse(undefined).success
const exampleOf = (operation: AnyOperation, name: string) => String(fieldOf(operation, name).meta()?.examples?.[0])
