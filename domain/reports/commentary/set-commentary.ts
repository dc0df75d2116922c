/** Writes the commentary of a report or of one of its sections for a period. The earlier text stays in the history. */
import { parse } from "tldts"
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { notFound } from "@/domain/kernel/errors"
import { dateInput, withoutUnstorableCharacters } from "@/domain/kernel/fields"
import { id, newId } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { problemOf } from "@/domain/kernel/validate"
import { prisma } from "@/prisma/client"
import { lockReport, lockUnarchivedClientOf, requireEditable } from "../editing/settings"
import { type Commentary, commentary, maxCommentaryCharacters } from "./commentary"
import { findMarkdownError } from "./markdown"

export const setCommentary = defineOperation({
  id: "reports.setCommentary",
  summary: "Write the commentary of a period",
  description:
    "Replaces the text of the same section and period. The history keeps every text. Markdown without HTML and images; links can only lead to the client's own domains. An empty text removes the commentary.",
  audience: "team",
  kind: "mutation",
  role: "member",
  tool: {
    name: "set_report_commentary",
    title: "Set report commentary",
    page: "reports/{report_id}",
    description:
      "Writes the commentary of a report or of one of its sections for a period. Replaces the current text, which stays in the history. Markdown without HTML and images; links lead to the client's own domains only.",
    effect: "change",
  },
  input: z.strictObject({
    report_id: id("report"),
    section_id: id("section")
      .nullable()
      .default(null)
      .meta({ description: "The section that the text is about. `null` for the whole report." }),
    from: dateInput("The first day of the period."),
    to: dateInput("The last day of the period, inclusive."),
    markdown: z
      .string()
      .transform(withoutUnstorableCharacters)
      .pipe(z.string().trim().max(maxCommentaryCharacters))
      .meta({ description: "The text in Markdown." }),
  }),
  checks: [
    {
      reads: ["from", "to"],
      fieldErrors: ({ from, to }) =>
        from > to
          ? [
              {
                parameter: "from",
                code: "parameter_invalid",
                detail: "from is after to.",
                fix: "Send the earlier date first.",
              },
            ]
          : [],
    },
  ],
  output: commentary,
  fails: ["state_conflict"],
  async handle(ctx, { report_id, section_id, from, to, markdown }) {
    const team_id = ctx.team.id
    const now = ctx.now()
    const commentary: Commentary = {
      id: newId("commentary", now.getTime()),
      section_id,
      period: { from, to },
      markdown,
      author: ctx.actor.name,
      created_at: now.toISOString(),
    }
    await prisma.$transaction(async (tx) => {
      const { domains, website_url } = await lockUnarchivedClientOf(tx, team_id, report_id)
      const report = await lockReport(tx, team_id, report_id)
      requireEditable(report)
      if (section_id && !(await tx.reportSection.findFirst({ where: { team_id, report_id, id: section_id } })))
        throw notFound("section")
      const detail = findMarkdownError(markdown, ownHosts(domains, website_url))
      if (detail) throw problemOf([{ parameter: "markdown", code: "parameter_invalid", detail }])
      const { id, author } = commentary
      const period = { period_from: new Date(from), period_to: new Date(to) }
      const replaced = await tx.reportCommentary.findFirst({
        where: { team_id, report_id, section_id, ...period },
        orderBy: [{ created_at: "desc" }, { id: "desc" }],
      })
      await tx.reportCommentary.create({
        data: { id, team_id, report_id, section_id, ...period, markdown, author, created_at: now },
      })
      const before = replaced && { commentary_id: replaced.id, markdown: replaced.markdown }
      const after = { name: report.name, commentary_id: id, section_id, from, to, markdown }
      await recordAudit(ctx, { action: "report.commentary_set", subject_id: report_id, before, after }, tx)
    })
    return { data: commentary }
  },
})

/**
 * The client's domains, and the host of its website. Leaves out a host such as "com" or "co.uk": its subdomains belong
 * to other owners.
 */
function ownHosts(domains: readonly string[], websiteUrl: string | null): string[] {
  const websiteHost = websiteUrl && new URL(websiteUrl).hostname.replace(/^www\./, "").replace(/\.$/, "")
  const hosts = websiteHost ? [...domains, websiteHost] : domains
  return [...new Set(hosts)].filter((host) => parse(host).domain !== null)
}
