/**
 * Layout of the pages for the team's own code: keys, webhooks, the MCP connector and the request log, as one row of
 * tabs. The page of one key, webhook, delivery or request shows its own title below the tabs.
 */
import type { ReactNode } from "react"
import { PageHead } from "@/components/frame/page-head"
import { TabLinks } from "@/components/frame/tab-links"
import { requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../layout"

export default async function ApiLayout({ params, children }: TeamParams & { children: ReactNode }) {
  const { team } = await requireTeamMember((await params).team)
  const apiPath = `/${team.slug}/settings/api`
  const tabs = [
    { name: "Keys", href: apiPath, isExact: true, pagesBelow: `${apiPath}/keys` },
    { name: "Webhooks", href: `${apiPath}/webhooks` },
    { name: "MCP", href: `${apiPath}/mcp` },
    { name: "Request log", href: `${apiPath}/logs` },
  ]
  return (
    <>
      <PageHead title="API" />
      <TabLinks label="API" tabs={tabs} />
      {children}
    </>
  )
}
