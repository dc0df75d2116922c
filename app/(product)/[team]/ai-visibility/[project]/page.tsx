/** One AI-visibility project: the own brand and its competitors in the answers of a scan. */
import { PromptTable } from "@/components/ai-visibility/prompt-table"
import { ScanFigures } from "@/components/ai-visibility/scan-figures"
import { SourceTable } from "@/components/ai-visibility/source-table"
import { Section } from "@/components/frame/section"
import { AsApiCall } from "@/components/lists/as-api-call"
import { Empty } from "@/components/lists/empty"
import { Pager } from "@/components/lists/pager"
import { curlLine } from "@/server/curl-line"
import { orFirstPage } from "@/server/visit"
import { type ProjectParams, visitProject } from "@/server/visit-project"

type Props = ProjectParams & { searchParams: Promise<{ scan?: string; cursor?: string }> }

export default async function ProjectPage({ params, searchParams }: Props) {
  const { team: slug, project: project_id } = await params
  const { api, project, path } = await visitProject(slug, project_id)
  const { scan, cursor } = await searchParams
  const [scans, prompts, sources] = await Promise.all([
    api.scans.list({ project_id, status: ["completed", "partial"], limit: 50 }),
    orFirstPage(api.aiVisibility.listPrompts({ project_id, limit: 25, cursor }), path),
    api.aiVisibility.listCitations({ project_id, limit: 10 }),
  ])
  const chosen = scans.data.find(({ id }) => id === scan) ?? scans.data[0]
  const metrics = chosen && {
    brands: await api.aiVisibility.getMetrics({ project_id, scan_id: chosen.id, compare: "previous_period" }),
    engines: await api.aiVisibility.getMetrics({ project_id, scan_id: chosen.id, group_by: ["engine"] }),
    trend: await api.aiVisibility.getMetrics({ project_id, ...halfYearTo(chosen), group_by: ["date"] }),
  }
  return (
    <>
      {chosen && metrics ? (
        <ScanFigures path={path} scans={scans.data} chosen={chosen} {...metrics} />
      ) : (
        <Empty title="No scan has finished yet" />
      )}
      {prompts.data.length > 0 && (
        <Section title="Prompts" lead="How the own brand does in the latest scan.">
          <PromptTable prompts={prompts.data} />
          <Pager meta={prompts.meta} path={path} query={{ scan, cursor }} noun={["prompt", "prompts"]} />
        </Section>
      )}
      {sources.data.length > 0 && (
        <Section title="Sources" lead="The domains that the answers cite most, over all scans.">
          <SourceTable sources={sources.data} />
        </Section>
      )}
      <AsApiCall
        curl={curlLine(`/ai-visibility/projects/${project.id}/metrics${chosen ? `?scan_id=${chosen.id}` : ""}`)}
      />
    </>
  )
}

function halfYearTo({ finished_at, created_at }: { finished_at: string | null; created_at: string }) {
  const to = (finished_at ?? created_at).slice(0, 10)
  return { from: new Date(Date.parse(to) - 181 * 86_400_000).toISOString().slice(0, 10), to }
}
