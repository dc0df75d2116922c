/** The team's audit log. */
import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { Section } from "@/components/frame/section"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { Pager } from "@/components/lists/pager"
import { kindsOfChange } from "@/components/settings/action-labels"
import { AuditTable } from "@/components/settings/audit-table"
import { orFirstPage, requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../../layout"

export const metadata: Metadata = { title: "Audit log" }

type Props = TeamParams & { searchParams: Promise<{ kind?: string; cursor?: string }> }

export default async function AuditPage({ params, searchParams }: Props) {
  const { api, team, isAdmin } = await requireTeamMember((await params).team)
  if (!isAdmin) notFound()
  const { kind = "", cursor } = await searchParams
  const path = `/${team.slug}/settings/audit`
  const filter = kind in kindsOfChange ? { action: `${kind}.` } : {}
  const { data, meta } = await orFirstPage(api.audit.list({ ...filter, cursor }), path)
  return (
    <Section
      title="Audit log"
      lead="Every change to the team, its settings and its clients, with the member who made it. No one can edit this log, not even owners."
    >
      <FilterForm path={path}>
        <FilterSelect label="Changes to" name="kind" all="anything" choices={kindsOfChange} value={kind} />
      </FilterForm>
      <AuditTable entries={data} />
      <Pager meta={meta} path={path} query={{ kind, cursor }} noun={["change", "changes"]} />
    </Section>
  )
}
