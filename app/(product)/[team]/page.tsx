/** A team's home page: failing webhooks, open signals, counts, and first steps. */
import { PageHead } from "@/components/frame/page-head"
import { CountStrip } from "@/components/home/count-strip"
import { FailingWebhooks } from "@/components/home/failing-webhooks"
import { GetStartedList } from "@/components/home/get-started-list"
import { OpenSignals } from "@/components/home/open-signals"
import { requireTeamMember } from "@/server/visit"
import type { TeamParams } from "./layout"

export default async function HomePage({ params }: TeamParams) {
  const { api, team, isAdmin, hasDeveloperAccess } = await requireTeamMember((await params).team)
  const [clients, reports, projects, keys, members, failingWebhooks, signals] = await Promise.all([
    api.clients.list({ limit: 1 }),
    api.reports.list({ limit: 1 }),
    api.aiVisibility.listProjects({ limit: 1 }),
    api.keys.list({ limit: 1, state: ["active", "in_grace"] }),
    api.teams.listMembers({}),
    api.webhooks.list({ limit: 5, is_troubled: true }),
    api.signals.list({ limit: 5, status: ["open"] }),
  ])
  const base = `/${team.slug}`
  const counts = [
    { name: "Clients", total: clients.meta.total, href: `${base}/clients` },
    { name: "Reports", total: reports.meta.total, href: `${base}/reports` },
    { name: "AI visibility projects", total: projects.meta.total, href: `${base}/ai-visibility` },
    { name: "API keys", total: keys.meta.total, href: `${base}/settings/api` },
    { name: "Members", total: members.meta.total, href: `${base}/settings/members` },
  ]
  const done = {
    data: clients.data.length > 0,
    plan: hasDeveloperAccess,
    key: keys.data.length > 0,
    member: members.data.length > 1,
  }
  return (
    <>
      <PageHead title={team.name} />
      <FailingWebhooks
        webhooks={failingWebhooks.data}
        total={failingWebhooks.meta.total ?? failingWebhooks.data.length}
        base={`${base}/settings/api/webhooks`}
      />
      <OpenSignals signals={signals.data} total={signals.meta.total ?? signals.data.length} path={`${base}/signals`} />
      <CountStrip counts={counts} />
      <GetStartedList base={base} done={done} isAdmin={isAdmin} />
    </>
  )
}
