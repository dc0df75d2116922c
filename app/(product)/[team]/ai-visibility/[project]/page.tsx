/** One AI-visibility project: the own brand and its competitors in the answers of a scan. */
import type { Metadata } from "next"
import { cache } from "react"
import { PromptTable } from "@/components/ai-visibility/prompt-table"
import { ScanFigures } from "@/components/ai-visibility/scan-figures"
import { SourceTable } from "@/components/ai-visibility/source-table"
import { PageHead } from "@/components/frame/page-head"
import { Section } from "@/components/frame/section"
import { AsApiCall } from "@/components/lists/as-api-call"
import { Empty } from "@/components/lists/empty"
import { Pager } from "@/components/lists/pager"
import { curlLine } from "@/server/curl-line"
import { orFirstPage, orNotFound, visitTeam } from "@/server/visit"

type Props = {
  params: Promise<{ team: string; project: string }>
  searchParams: Promise<{ scan?: string; cursor?: string }>
}

const find = cache(async (slug: string, project_id: string) => {
  const { api } = await visitTeam(slug)
  return (await orNotFound(api.aiVisibility.getProject({ project_id }))).data
})

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { team, project } = await params
  return { title: (await find(team, project)).name }
}

export default async function ProjectPage({ params, searchParams }: Props) {
  const { team: slug, project: project_id } = await params
  const { api, team } = await visitTeam(slug)
  const project = await find(slug, project_id)
  const { scan, cursor } = await searchParams
  const path = `/${team.slug}/ai-visibility/${project.id}`
  const [{ data: client }, scans, prompts, sources] = await Promise.all([
    api.clients.get({ client_id: project.client_id }),
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
      <PageHead
        crumbs={[
          { name: "AI visibility", href: `/${team.slug}/ai-visibility` },
          { name: client.name, href: `/${team.slug}/clients/${client.id}` },
        ]}
        title={project.name}
      >
        {prompts.meta.total} prompts, each asked of {project.engines.length} engines. Prompts that name the own brand
        are left out of the figures.
      </PageHead>
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
