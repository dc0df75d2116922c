/** The AI-visibility projects of the team. */
import type { Metadata } from "next"
import { ProjectTable } from "@/components/ai-visibility/project-table"
import { PageHead } from "@/components/frame/page-head"
import { AsApiCall } from "@/components/lists/as-api-call"
import { Empty } from "@/components/lists/empty"
import { Pager } from "@/components/lists/pager"
import { clientNames } from "@/server/client-names"
import { curlLine } from "@/server/curl-line"
import { orFirstPage, visitTeam } from "@/server/visit"
import type { TeamParams } from "../layout"

export const metadata: Metadata = { title: "AI visibility" }

const importLine = 'npm run import -- answers answers.jsonl --project "E-bikes"'

type Props = TeamParams & { searchParams: Promise<{ cursor?: string }> }

export default async function ProjectsPage({ params, searchParams }: Props) {
  const { api, team } = await visitTeam((await params).team)
  const { cursor } = await searchParams
  const path = `/${team.slug}/ai-visibility`
  const { data, meta } = await orFirstPage(api.aiVisibility.listProjects({ cursor }), path)
  return (
    <>
      <PageHead title="AI visibility">
        How often AI engines name and cite your clients' brands, and their competitors, when people ask.
      </PageHead>
      {data.length > 0 ? (
        <>
          <ProjectTable projects={data} base={path} clientNames={await clientNames(api, data)} />
          <Pager meta={meta} path={path} query={{ cursor }} noun={["project", "projects"]} />
        </>
      ) : (
        <Empty title="No projects yet" code={importLine}>
          A file of answers makes one for each set of prompts in it, and finds the brands in the text. On the machine
          that runs Signalbox:
        </Empty>
      )}
      <AsApiCall curl={curlLine("/ai-visibility/projects?limit=50")} />
    </>
  )
}
