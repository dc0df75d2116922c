/**
 * Defines a report of a client: sections of widgets, each with a query. Values are computed when the report is read.
 *
 * The API returns a report in five shapes:
 * - `report` (this file): its settings and status, in lists and after changes.
 * - `reportLayout` (layout.ts): `report` with its sections and widgets, for the editor.
 * - `ReportWithCommentary` (get.ts): `reportLayout` with the commentary of a period, for GET /reports/{report_id}.
 *
 * These three have every field of `report`. The other two list their fields:
 * - `reportData` (get-data.ts): the data of its widgets, and of the report only id, name, version and client, for
 *   GET /reports/{report_id}/data and for the MCP tool get_report.
 * - `sharedReport` (sharing/shared-report.ts): what a share link shows.
 */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { createdAt, currencyCode, timestamp, updatedAt } from "@/domain/kernel/fields"
import { exampleId, id } from "@/domain/kernel/ids"
import { rangePresets } from "@/domain/metrics/period-input"
import { rows, sql } from "@/prisma/client"

/**
 * A draft can be published, and a published report can become a draft again. Both can be archived. An archived report
 * has no live data, and can be restored as a draft.
 */
export const reportStatuses = ["draft", "published", "archived"] as const
const defaultCompares = ["previous_period", "previous_year", "none"] as const

export const report = z
  .object({
    id: id("report"),
    client_id: id("client"),
    name: z.string().meta({ description: "The name of the report." }),
    description: z.string().nullable().meta({ description: "A description of the report." }),
    status: z
      .enum(reportStatuses)
      .meta({ description: "The status of the report. An archived report has no live data." }),
    default_range: z.enum(rangePresets).meta({ description: "The period that the report covers by default." }),
    default_compare: z.enum(defaultCompares).meta({ description: "The comparison that the report shows by default." }),
    timezone: z
      .string()
      .nullable()
      .meta({ description: "The report's IANA time zone. `null` if the client's time zone applies." }),
    currency: currencyCode()
      .nullable()
      .meta({ description: "The report's ISO 4217 currency code. `null` if the client's currency applies." }),
    locale: z.string().meta({ description: "The locale in which the report is displayed." }),
    version: z
      .int()
      .meta({ description: "The version of the layout. It increases each time the sections and widgets are changed." }),
    widgets_count: z.int().meta({ description: "The number of widgets." }),
    published_at: timestamp().nullable().meta({ description: "The time when the report was published." }),
    created_at: createdAt(),
    updated_at: updatedAt(),
  })
  .meta({ id: "Report" })
export type ReportRow = z.infer<typeof report>

export const reportColumns = sql`r.id, r.client_id, r.name, r.description, r.status, r.default_range, r.default_compare, r.timezone,
  r.currency, r.locale, r.version, r.published_at, r.created_at, r.updated_at,
  (select count(*)::int from report_widget w where w.team_id = r.team_id and w.report_id = r.id) as widgets_count`

/** Returns the report with this id in the team. Throws `resource_not_found` when the team has no such report. */
export async function requireReport(teamId: string, reportId: string): Promise<ReportRow> {
  const [found] = await rows(
    report,
    sql`select ${reportColumns} from report r where r.team_id = ${teamId} and r.id = ${reportId}`,
  )
  if (!found) throw notFound("report")
  return found
}

export const exampleReport: ReportRow = {
  id: exampleId("report"),
  client_id: exampleId("client"),
  name: "Monthly performance",
  description: "The month's results, compared with the previous month.",
  status: "published",
  default_range: "last_28_days",
  default_compare: "previous_period",
  timezone: null,
  currency: null,
  locale: "en",
  version: 3,
  widgets_count: 8,
  published_at: "2026-09-01T08:00:00.000Z",
  created_at: "2026-08-28T14:21:09.412Z",
  updated_at: "2026-11-02T16:04:11.201Z",
}
