/** Creates reports for tests. */
import type { TeamFacts } from "@/domain/kernel/context"
import { type ReportDraft, writeReport } from "@/domain/reports/write-report"
import { inTeam, prisma } from "@/prisma/client"

type Widget = ReportDraft["sections"][number]["widgets"][number]

/**
 * A report of `client` with these widgets in one section. Returns the ids of the report and of its widgets, in order.
 */
export async function freshReport(
  team: TeamFacts,
  client: { id: string },
  widgets: (Omit<Widget, "title"> & { title?: string })[] = [{ kind: "metric", query: { metrics: ["sessions"] } }],
  more: Partial<ReportDraft> = {},
) {
  return inTeam(team.id, async () => {
    const titled = widgets.map((widget) => ({ title: "Widget", ...widget }))
    const draft = { name: `Report ${Math.random()}`, sections: [{ title: "Section", widgets: titled }], ...more }
    const id = await writeReport(team.id, client.id, draft, new Date())
    const found = await prisma.reportWidget.findMany({
      where: { team_id: team.id, report_id: id },
      orderBy: { position: "asc" },
    })
    return { id, widgetIds: found.map((widget) => widget.id) }
  })
}
