/** Ids for the paths of operations: of things that a team has, or only of the right form. */
import type { TeamFacts } from "@/domain/kernel/context"
import type { AnyOperation } from "@/domain/kernel/operation"
import { clientWithMetrics, projectWithAnswers, publishedEvent, reportWithWidgets, signalOfClient } from "./sample-data"

type Ids = Record<string, string>

/** One source per kind of id. Ids that occur together in one path use the same source, because they belong together. */
const sources: Record<string, (team: TeamFacts) => Promise<Ids>> = {
  client_id: clientWithMetrics,
  data_source_id: clientWithMetrics,
  report_id: reportWithWidgets,
  project_id: projectWithAnswers,
  scan_id: projectWithAnswers,
  answer_id: projectWithAnswers,
  prompt_id: projectWithAnswers,
  event_id: publishedEvent,
  signal_id: signalOfClient,
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

/** Ids of the right form that do not exist. */
export const unknownIds = (operation: AnyOperation): Ids =>
  Object.fromEntries(parametersOf(operation).map((name) => [name, exampleOf(operation, name)]))

/** The parameter names in the path of `operation`. */
export const parametersOf = ({ rest }: AnyOperation) =>
  [...(rest?.path ?? "").matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)

/** The path with its ids and the required query parameters. Their values are the schema's examples. */
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
