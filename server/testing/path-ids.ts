/**
 * Builds the paths of operations with IDs: those of records that a team has, or valid IDs of records that do not exist.
 */
import type { TeamFacts } from "@/domain/kernel/context"
import type { AnyOperation } from "@/domain/kernel/operation"
import { clientWithMetrics, projectWithAnswers, publishedEvent, reportWithWidgets, signalOfClient } from "./sample-data"

type Ids = Record<string, string>

/**
 * Creates records for each ID. IDs that occur in the same path come from the same function, so they belong together.
 */
const recordCreators: Record<string, (team: TeamFacts) => Promise<Ids>> = {
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

/** Creates records of `team`, and returns their IDs for the path of `operation`. */
export async function idsIn(team: TeamFacts, operation: AnyOperation): Promise<Ids> {
  const ids: Ids = {}
  for (const name of parametersOf(operation)) {
    if (name in ids) continue
    const createRecords = recordCreators[name]
    if (!createRecords) throw new Error(`server/testing/path-ids.ts has no entry for {${name}} of ${operation.id}`)
    Object.assign(ids, await createRecords(team))
  }
  return ids
}

/** Valid IDs of records that do not exist. */
export const unknownIds = (operation: AnyOperation): Ids =>
  Object.fromEntries(parametersOf(operation).map((name) => [name, exampleOf(operation, name)]))

/** The parameter names in the path of `operation`. */
export const parametersOf = ({ rest }: AnyOperation) =>
  [...(rest?.path ?? "").matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)

/** The path with IDs and required query parameters, whose values are the examples of the schema. */
export function pathOf(operation: AnyOperation, ids: Ids): string {
  const inPath = parametersOf(operation)
  const path = inPath.reduce((path, name) => path.replace(`{${name}}`, ids[name] ?? ""), operation.rest?.path ?? "")
  const required = Object.keys(operation.input.shape).filter(
    (name) => !inPath.includes(name) && isRequired(operation, name),
  )
  const query = new URLSearchParams(required.map((name) => [name, exampleOf(operation, name)]))
  return query.size > 0 ? `${path}?${query}` : path
}

type Field = { meta(): { examples?: unknown[] } | undefined; safeParse(value: unknown): { success: boolean } }

const fieldOf = ({ input }: AnyOperation, name: string) => input.shape[name] as Field
const isRequired = (operation: AnyOperation, name: string) => !fieldOf(operation, name).safeParse(undefined).success
const exampleOf = (operation: AnyOperation, name: string) => String(fieldOf(operation, name).meta()?.examples?.[0])
