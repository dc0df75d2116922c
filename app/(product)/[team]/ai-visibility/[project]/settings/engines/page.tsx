/** Scan settings of a project: engines, runs and schedule, with the estimated cost and precision. */
import type { Metadata } from "next"
import { ReadOnlySettings } from "@/components/project-settings/read-only-settings"
import { ScanForm } from "@/components/project-settings/scan-form"
import { SkippedScan } from "@/components/scans/schedule-note"
import { roleAtLeast } from "@/domain/kernel/roles"
import { countries, timezones } from "@/server/choices"
import { loadProject, type ProjectParams } from "@/server/visit-project"

export const metadata: Metadata = { title: "Engines and schedule" }

export default async function EngineSettingsPage({ params }: ProjectParams) {
  const { team: slug, project: project_id } = await params
  const { api, team, path, project, role, isAdmin } = await loadProject(slug, project_id)
  if (!roleAtLeast(role, "member")) {
    const { data: estimate } = await api.scans.estimate({ project_id })
    return <ReadOnlySettings project={project} estimate={estimate} />
  }
  const [{ data: engines }, { data: client }] = await Promise.all([
    api.aiVisibility.listEngineSettings({}),
    api.clients.get({ client_id: project.client_id }),
  ])
  return (
    <>
      <SkippedScan project={project} path={path} />
      <ScanForm
        key={project.status}
        project={project}
        teamPath={`/${team.slug}`}
        path={path}
        engines={engines}
        countries={countries}
        timezones={timezones}
        zone={client.timezone ?? team.timezone}
        isAdmin={isAdmin}
        isArchived={project.status === "archived"}
      />
    </>
  )
}
