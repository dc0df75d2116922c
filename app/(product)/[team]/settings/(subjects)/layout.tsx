/** Layout of the team settings, one page per subject. */
import type { ReactNode } from "react"
import { PageHead } from "@/components/frame/page-head"
import { TabLinks } from "@/components/frame/tab-links"
import { roleAtLeast } from "@/domain/kernel/roles"
import { requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../layout"

export default async function SettingsLayout({ params, children }: TeamParams & { children: ReactNode }) {
  const { team, role, isAdmin } = await requireTeamMember((await params).team)
  const settingsPath = `/${team.slug}/settings`
  const tabs: [name: string, path: string][] = [
    ["General", "general"],
    ["Members", "members"],
    ["Plan", "plan"],
    ["API", "api"],
    ...(roleAtLeast(role, "member") ? ([["AI engines", "engines"]] as [string, string][]) : []),
    ...(isAdmin ? ([["Audit log", "audit"]] as [string, string][]) : []),
  ]
  return (
    <>
      <PageHead title="Settings" />
      <TabLinks label="Settings" tabs={tabs.map(([name, path]) => ({ name, href: `${settingsPath}/${path}` }))} />
      {children}
    </>
  )
}
