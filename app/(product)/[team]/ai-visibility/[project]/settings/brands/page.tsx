/** The brands of a project: tracked, suggested, discovered and ignored ones. */
import type { Metadata } from "next"
import { Section } from "@/components/frame/section"
import { AsApiCall } from "@/components/lists/as-api-call"
import { Empty } from "@/components/lists/empty"
import { AddCompetitors } from "@/components/project-settings/add-competitors"
import { BrandDialog } from "@/components/project-settings/brand-dialog"
import { BrandList, RecountNote } from "@/components/project-settings/brand-list"
import { NextStep } from "@/components/project-settings/next-step"
import { SuggestedBrands } from "@/components/project-settings/suggested-brands"
import { roleAtLeast } from "@/domain/kernel/roles"
import { allPages } from "@/server/all-pages"
import { apiCall } from "@/server/api-call"
import { loadProject, type ProjectParams } from "@/server/visit-project"

export const metadata: Metadata = { title: "Brands" }

/** The maximum number of suggestions on the page. When the user tracks or ignores one, the next one appears. */
const maxSuggested = 10

export default async function BrandsPage({ params }: ProjectParams) {
  const { team, project: project_id } = await params
  const { api, path, project, role } = await loadProject(team, project_id)
  const readAllOfKind = (...kind: ("own" | "competitor" | "ignored")[]) =>
    allPages((cursor) => api.aiVisibility.listBrands({ project_id, kind, limit: 200, cursor }))
  const [tracked, discovered, ignored, { data: suggestions }] = await Promise.all([
    readAllOfKind("own", "competitor"),
    api.aiVisibility.listBrands({ project_id, kind: ["discovered"], limit: 200 }),
    readAllOfKind("ignored"),
    api.aiVisibility.listSuggestedBrands({ project_id }),
  ])
  const canChange = roleAtLeast(role, "member") && project.status !== "archived"
  return (
    <>
      <RecountNote recount={project.recount} />
      <Section
        title="Tracked brands"
        lead="All metrics are about your brand and these competitors."
        actions={
          canChange && (
            <>
              <AddCompetitors projectId={project_id} />
              <BrandDialog projectId={project_id} />
            </>
          )
        }
      >
        <BrandList brands={tracked} canChange={canChange} />
        {tracked.length === 1 && (
          <div className="mt-3">
            <Empty title="No competitors yet">
              Add 2 to 10 competitors, so that share of voice has brands to compare with.
            </Empty>
          </div>
        )}
      </Section>
      {suggestions.length > 0 && (
        <Section title="Suggested brands" lead="Recent answers often mention these brands, and you do not track them.">
          <SuggestedBrands
            projectId={project_id}
            suggestions={suggestions.slice(0, maxSuggested)}
            canChange={canChange}
          />
        </Section>
      )}
      {discovered.data.length > 0 && (
        <Section
          title="Discovered brands"
          lead="Found in answers. They count for positions, but not for share of voice."
        >
          <BrandList brands={discovered.data} canChange={canChange} />
          {discovered.meta.truncated && (
            <p className="mt-2 text-quiet text-table">Only the first 200 brands are shown.</p>
          )}
        </Section>
      )}
      {ignored.length > 0 && (
        <Section title="Ignored brands" lead="Not searched for in answers, and not suggested again.">
          <BrandList brands={ignored} canChange={canChange} />
        </Section>
      )}
      {canChange && project.latest === null && <NextStep href={`${path}/settings/prompts`} name="Prompts" />}
      <AsApiCall {...apiCall(`/ai-visibility/projects/${project_id}/brands?limit=50`)} />
    </>
  )
}
