/** Layout of a project's settings: brands, prompts, engines and schedule. */
import type { ReactNode } from "react"
import { TabLinks } from "@/components/frame/tab-links"
import { type ProjectParams, visitProject } from "@/server/visit-project"

export default async function SetUpLayout({ params, children }: ProjectParams & { children: ReactNode }) {
  const { team, project: project_id } = await params
  const { path, project, role } = await visitProject(team, project_id)
  const base = `${path}/set-up`
  return (
    <>
      <TabLinks
        label="Set-up"
        tabs={[
          { name: "Brands", href: `${base}/brands` },
          { name: "Prompts", href: `${base}/prompts` },
          { name: "Engines and schedule", href: `${base}/engines` },
        ]}
      />
      {project.status === "archived" && (
        <p className="mb-6 rounded-box border border-line bg-surface px-3.5 py-2.5">
          This project is archived: its figures stay, and nothing of it can be changed until it is active again.
        </p>
      )}
      {role === "viewer" && <p className="mb-6 text-quiet">Members of the team can change this.</p>}
      {children}
    </>
  )
}
