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
  const base = `/${team.slug}/settings/api`
  const tabs = [
    { name: "Keys", href: base, isExact: true, pagesBelow: `${base}/keys` },
    { name: "Webhooks", href: `${base}/webhooks` },
    { name: "MCP", href: `${base}/mcp` },
    { name: "Request log", href: `${base}/logs` },
  ]
  return (
    <>
      <PageHead title="API" />
      <TabLinks label="API" tabs={tabs} />
      {children}
    </>
  )
}
