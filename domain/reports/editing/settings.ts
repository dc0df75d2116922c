/** Defines the settings of a report that users can change, and the checks that need its row. */
import { z } from "zod"
import { lockClient, requireNotArchived } from "@/domain/clients/settings"
import { notFound, Problem } from "@/domain/kernel/errors"
import { currencyInput, singleLineText, timezoneInput } from "@/domain/kernel/fields"
import { escapeLike } from "@/domain/kernel/text"
import { type Prisma, raw, rowsIn, sql } from "@/prisma/client"
import { type ReportRow, report } from "../report"

export const reportName = singleLineText(120).meta({
  description: "The name of the report. Unique among the client's reports.",
})

export const reportSettings = {
  name: reportName,
  description: z.string().trim().max(1_000).nullable().meta({ description: "A description of the report." }),
  default_range: report.shape.default_range,
  default_compare: report.shape.default_compare,
  timezone: timezoneInput()
    .nullable()
    .meta({ description: "The IANA time zone of the report. `null` for the client's time zone." }),
  currency: currencyInput()
    .nullable()
    .meta({ description: "The ISO 4217 currency code of the report. `null` for the client's currency." }),
  locale: z
    .string()
    .max(20)
    .refine(isLocale, { error: "is not a language tag, such as en or de-CH" })
    .meta({ description: "The locale in which the report is displayed." }),
}

function isLocale(tag: string) {
  try {
    return Intl.getCanonicalLocales(tag).length === 1
  } catch {
    return false
  }
}

/** Leaves out computed fields, which are not columns, and timestamps, which a transaction reads as Date. */
const lockedReport = report.omit({ widgets_count: true, published_at: true, created_at: true, updated_at: true })
const lockedColumns = raw(Object.keys(lockedReport.shape).join())

/** Locks the report until the transaction ends. Throws `resource_not_found` when the team has no such report. */
export async function lockReport(tx: Prisma.TransactionClient, teamId: string, reportId: string) {
  const [found] = await rowsIn(
    tx,
    lockedReport,
    sql`select ${lockedColumns} from report where team_id = ${teamId} and id = ${reportId} for update`,
  )
  if (!found) throw notFound("report")
  return found
}

/**
 * Locks the client, so that names of its reports stay unique. Throws when the client is archived. Every change locks
 * the client before the report, so that two changes cannot deadlock.
 */
export async function lockUnarchivedClient(tx: Prisma.TransactionClient, teamId: string, clientId: string) {
  const client = await lockClient(tx, teamId, clientId)
  if (!client) throw notFound("client")
  requireNotArchived(client)
  return client
}

/**
 * Locks the client of a report, as `lockUnarchivedClient` does. Throws `resource_not_found` when the team has no such
 * report.
 */
export async function lockUnarchivedClientOf(tx: Prisma.TransactionClient, team_id: string, report_id: string) {
  const found = await tx.report.findFirst({ where: { team_id, id: report_id }, select: { client_id: true } })
  if (!found) throw notFound("report")
  return lockUnarchivedClient(tx, team_id, found.client_id)
}

/** Throws when the report is archived. An archived report can only be restored. */
export function requireEditable({ status }: Pick<ReportRow, "status">) {
  if (status === "archived")
    throw new Problem("state_conflict", "This report is archived. Restore it before you change it.")
}

/** Maximum number of reports per client. Archived reports do not count. */
const maxReports = 500

/** Throws when the client has as many reports as it can have. The caller has locked the client. */
export async function requireCapacity(tx: Prisma.TransactionClient, owner: { team_id: string; client_id: string }) {
  const count = await tx.report.count({ where: { ...owner, status: { not: "archived" } } })
  if (count >= maxReports)
    throw new Problem(
      "plan_limit_reached",
      `This client has ${count} reports, which is the limit. Archive a report first.`,
    )
}

type NameQuery = { team_id: string; client_id: string; name: string; exceptId?: string }

/** Throws when another report of the client that is not archived has this name. The caller has locked the client. */
export async function requireUniqueName(
  tx: Prisma.TransactionClient,
  { team_id, client_id, name, exceptId = "" }: NameQuery,
) {
  const equals = escapeLike(name)
  const existing = await tx.report.findFirst({
    where: {
      team_id,
      client_id,
      id: { not: exceptId },
      status: { not: "archived" },
      name: { equals, mode: "insensitive" },
    },
    select: { id: true },
  })
  if (!existing) return
  const detail = `This client already has a report named ${name}.`
  throw new Problem("already_exists", detail, {
    errors: [{ parameter: "name", code: "already_exists", detail, fix: "Choose another name." }],
    extra: { report_id: existing.id },
  })
}
