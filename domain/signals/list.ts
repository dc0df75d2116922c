/** Lists the team's signals. */
import { z } from "zod"
import { signalCreated, signalTypes } from "@/domain/events/signal-created"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import {
  createdInput,
  dateConditions,
  listPage,
  pageInput,
  type Sort,
  sortInput,
  updatedInput,
} from "@/domain/kernel/page"
import { requireKnownClient } from "@/domain/metrics/known-client"
import { type Sql, sql } from "@/prisma/client"
import { exampleSignal, severities, signal, signalColumns, signalSource, signalStatuses } from "./signal"

export const sorts = {
  "-created_at": { column: sql`s.created_at`, descending: true, type: "timestamptz" },
  created_at: { column: sql`s.created_at`, descending: false, type: "timestamptz" },
  // Signals of the same day are sorted by their id.
  "-period_to": { column: sql`s.period_to`, descending: true, type: "date" },
  period_to: { column: sql`s.period_to`, descending: false, type: "date" },
  updated_at: { column: sql`s.updated_at`, descending: false, type: "timestamptz" },
  // Signals of the same severity are sorted by their id, which starts with the time of creation.
  "-severity": {
    column: sql`array_position(${[...severities]}::text[], s.severity)`,
    descending: true,
    type: "numeric",
  },
} satisfies Record<string, Sort>

const input = z.strictObject({
  ...pageInput,
  client_id: id("client").optional().meta({ description: "Only signals of this client." }),
  project_id: id("aiProject").optional().meta({ description: "Only signals of this AI-visibility project." }),
  type: z.array(z.enum(signalTypes)).min(1).optional().meta({ description: "Only signals of these types." }),
  category: z
    .array(signalCreated.shape.signal.shape.category)
    .min(1)
    .optional()
    .meta({ description: "Only signals of these categories." }),
  severity: z.array(z.enum(severities)).min(1).optional().meta({ description: "Only signals of these severities." }),
  min_severity: z
    .enum(severities)
    .optional()
    .meta({ description: "Only signals of this severity or a higher one. `info` is the lowest." }),
  status: z.array(z.enum(signalStatuses)).min(1).optional().meta({ description: "Only signals with these statuses." }),
  ...createdInput,
  ...updatedInput,
  sort: sortInput(sorts).default("-created_at").meta({
    description:
      "The sort order. A leading minus means descending order. `period_to`: by the day of the event. `-severity`: the most severe first, then the newest.",
  }),
})

export const listSignals = defineOperation({
  id: "signals.list",
  summary: "List signals",
  description:
    "Returns what Signalbox detected about your clients, newest first: for example a metric outside its usual range, a budget that runs out, or a change in AI visibility. To follow changes of status, use `updated_after` with `sort=updated_at`.",
  audience: "team",
  kind: "query",
  scope: "signals:read",
  rest: { path: "/signals", tag: "Signals" },
  tool: {
    name: "list_signals",
    title: "List signals",
    page: "signals/{id}",
    description:
      "Lists signals, newest first: detected changes such as a metric outside its usual range, a budget that runs out, or lost AI visibility.",
    omit: ["created_before", "updated_after", "sort", "type", "severity"],
    untrusted: ["title", "summary", "evidence", "subject", "dedupe_key"],
  },
  resources: [
    {
      uri: "app://signals/open",
      name: "open-signals",
      title: "Open signals",
      description: "The 50 newest open signals.",
      input: { status: ["open"], limit: 50 },
      ttlSeconds: 30,
    },
  ],
  input,
  output: z.array(signal),
  example: [exampleSignal],
  async handle(ctx, query) {
    const { team } = ctx
    await requireKnownClient(ctx, query.client_id)
    return listPage(
      {
        row: signal,
        cursorScope: ["signals.list", team.id],
        columns: signalColumns(team),
        from: signalSource,
        where: [sql`s.team_id = ${team.id}`, ...conditions(query)],
        sort: sorts[query.sort],
        idColumn: sql`s.id`,
      },
      query,
    )
  },
})

export function conditions({
  client_id,
  project_id,
  type,
  category,
  severity,
  min_severity,
  status,
  ...query
}: Omit<z.output<typeof input>, "limit" | "cursor" | "sort">) {
  const found: Sql[] = dateConditions(query, sql`s`)
  if (client_id) found.push(sql`s.client_id = ${client_id}`)
  if (project_id) found.push(sql`s.project_id = ${project_id}`)
  if (type) found.push(sql`s.type = any(${type})`)
  if (category) found.push(sql`s.category = any(${category})`)
  if (severity) found.push(sql`s.severity = any(${severity})`)
  if (min_severity) found.push(sql`s.severity = any(${severities.slice(severities.indexOf(min_severity))})`)
  if (status) found.push(sql`s.status = any(${status})`)
  return found
}
