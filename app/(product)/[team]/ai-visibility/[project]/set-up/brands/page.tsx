/** The brands that a project's answers are searched for. */
import type { Metadata } from "next"
import { Section } from "@/components/frame/section"
import { AsApiCall } from "@/components/lists/as-api-call"
import { Empty } from "@/components/lists/empty"
import { AddCompetitors } from "@/components/set-up/add-competitors"
import { BrandDialog } from "@/components/set-up/brand-dialog"
import { BrandList } from "@/components/set-up/brand-list"
import { NextStep } from "@/components/set-up/next-step"
import { RecountNote } from "@/components/set-up/recount-note"
import { SuggestedBrands } from "@/components/set-up/suggested-brands"
import { curlLine } from "@/server/curl-line"
import { type ProjectParams, visitProject } from "@/server/visit-project"

export const metadata: Metadata = { title: "Brands" }

/** More suggestions appear when some of these are tracked or ignored. */
const maxSuggested = 10

export default async function BrandsPage({ params }: ProjectParams) {
  const { team, project: project_id } = await params
  const { api, path, project, role } = await visitProject(team, project_id)
  const ofKind = (...kind: ("own" | "competitor" | "discovered" | "ignored")[]) =>
    api.aiVisibility.listBrands({ project_id, kind, limit: 200 })
  const [tracked, discovered, ignored, { data: suggestions }] = await Promise.all([
    ofKind("own", "competitor"),
    ofKind("discovered"),
    ofKind("ignored"),
    api.aiVisibility.listSuggestedBrands({ project_id }),
  ])
  const mayChange = role !== "viewer" && project.status !== "archived"
  return (
    <>
      <RecountNote recount={project.recount} />
      <Section
        title="Tracked"
        lead="The client's own brand and its competitors: they share the voice, and every figure is about them."
        actions={
          mayChange && (
            <>
              <AddCompetitors projectId={project_id} />
              <BrandDialog projectId={project_id} />
            </>
          )
        }
      >
        <BrandList brands={tracked.data} mayChange={mayChange} />
        {tracked.data.length === 1 && (
          <div className="mt-3">
            <Empty title="No competitors yet">
              Share of voice needs somebody to share with. Add the two to ten brands that your client is compared with.
            </Empty>
          </div>
        )}
      </Section>
      {suggestions.length > 0 && (
        <Section title="Suggested" lead="Answers of the last scans name these often, and nobody tracks them.">
          <SuggestedBrands
            projectId={project_id}
            suggestions={suggestions.slice(0, maxSuggested)}
            mayChange={mayChange}
          />
        </Section>
      )}
      {discovered.data.length > 0 && (
        <Section title="Discovered" lead="Found in answers. They have a rank there, and no part of the voice.">
          <BrandList brands={discovered.data} mayChange={mayChange} />
          {discovered.meta.truncated && <p className="mt-2 text-quiet text-table">The first 200 are shown.</p>}
        </Section>
      )}
      {ignored.data.length > 0 && (
        <Section title="Ignored" lead="Not looked for, and not suggested again.">
          <BrandList brands={ignored.data} mayChange={mayChange} />
        </Section>
      )}
      {mayChange && <NextStep href={`${path}/set-up/prompts`} name="Prompts" />}
      <AsApiCall curl={curlLine(`/ai-visibility/projects/${project_id}/brands?limit=50`)} />
    </>
  )
}
