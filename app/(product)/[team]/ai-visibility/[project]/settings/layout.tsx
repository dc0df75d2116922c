/** Layout of a project's settings: brands, prompts, engines and schedule. */
import type { ReactNode } from "react"
import { TabLinks } from "@/components/frame/tab-links"
import { loadProject, type ProjectParams } from "@/server/visit-project"

export default async function ProjectSettingsLayout({ params, children }: ProjectParams & { children: ReactNode }) {
  const { team, project: project_id } = await params
  const { path, project, role } = await loadProject(team, project_id)
  const base = `${path}/settings`
  return (
    <>
      <TabLinks
        label="Project settings"
        tabs={[
          { name: "Brands", href: `${base}/brands` },
          { name: "Prompts", href: `${base}/prompts` },
          { name: "Engines and schedule", href: `${base}/engines` },
        ]}
      />
      {project.status === "archived" && (
        <p className="mb-6 rounded-box border border-line bg-surface px-3.5 py-2.5">
          This project is archived. You can read its metrics. To change anything, reactivate it first.
        </p>
      )}
      {role === "viewer" && <p className="mb-6 text-quiet">Only members of the team can change these settings.</p>}
      {children}
    </>
  )
}
