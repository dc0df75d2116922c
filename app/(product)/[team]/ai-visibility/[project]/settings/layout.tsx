/** Layout of a project's settings: brands, prompts, engines and schedule, name and status. */
import type { ReactNode } from "react"
import { SettingsNav } from "@/components/project-settings/settings-nav"
import { roleAtLeast } from "@/domain/kernel/roles"
import { loadProject, type ProjectParams } from "@/server/visit-project"

export default async function ProjectSettingsLayout({ params, children }: ProjectParams & { children: ReactNode }) {
  const { team, project: project_id } = await params
  const { path, project, role } = await loadProject(team, project_id)
  return (
    <div className="grid gap-x-10 gap-y-6 lg:grid-cols-[176px_minmax(0,1fr)]">
      <SettingsNav base={`${path}/settings`} isViewer={!roleAtLeast(role, "member")} />
      <div className="min-w-0">
        {project.status === "archived" && (
          <p className="mb-6 rounded-box border border-line bg-surface px-3.5 py-2.5">
            This project is archived. You can read its metrics. To change anything, reactivate it first.
          </p>
        )}
        {!roleAtLeast(role, "member") && (
          <p className="mb-6 text-quiet">
            Viewers can read these settings. Members can change them. Ask an owner or admin to change your role.
          </p>
        )}
        {children}
      </div>
    </div>
  )
}
