/** The team's members with their roles, and its invitations. */
import type { Metadata } from "next"
import { Section } from "@/components/frame/section"
import { sortRows } from "@/components/lists/sort-rows"
import { InvitationTable } from "@/components/settings/invitation-table"
import { InviteDialog } from "@/components/settings/invite-dialog"
import { MemberTable } from "@/components/settings/member-table"
import { roleDescriptions } from "@/components/settings/role-descriptions"
import { TabHead } from "@/components/settings/tab-head"
import { pluralize } from "@/domain/kernel/format-count"
import { roleAtLeast } from "@/domain/kernel/roles"
import { availableSignInMethods } from "@/server/auth/providers"
import { requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../../layout"

export const metadata: Metadata = { title: "Members" }

type Props = TeamParams & { searchParams: Promise<{ sort?: string }> }

export default async function MembersPage({ params, searchParams }: Props) {
  const { api, team, person, role, isAdmin } = await requireTeamMember((await params).team)
  const query = await searchParams
  const sort = query.sort ?? ""
  const members = sortRows((await api.teams.listMembers({})).data, sort, {
    name: ({ name }) => name,
    last_seen: ({ last_seen_at }) => last_seen_at,
    joined: ({ joined_at }) => joined_at,
  })
  const invitations = isAdmin ? (await api.teams.listInvitations({})).data : []
  return (
    <>
      <div className="mb-10">
        <TabHead
          title="Members"
          actions={
            isAdmin && (
              <InviteDialog canInviteOwners={roleAtLeast(role, "owner")} canSendMail={availableSignInMethods().email} />
            )
          }
        >
          {describeCounts(members.length, invitations.length)}
          {!isAdmin && " Owners and admins can invite members and change roles."}
        </TabHead>
        <MemberTable
          members={members}
          myId={person.id}
          myRole={role}
          sorting={{ path: `/${team.slug}/settings/members`, query, sort }}
        />
      </div>
      {invitations.length > 0 && (
        <Section title="Open invitations" lead="Each link works once.">
          <InvitationTable invitations={invitations} />
        </Section>
      )}
      <Section title="Roles">
        <dl className="grid gap-y-2 text-table sm:gap-y-1.5">
          {Object.entries(roleDescriptions).map(([name, description]) => (
            <div key={name} className="sm:grid sm:grid-cols-[80px_1fr] sm:gap-x-6">
              <dt className="font-strong">{name}</dt>
              <dd className="text-quiet">{description}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  )
}

/** "3 members, 1 open invitation." */
const describeCounts = (members: number, invitations: number) =>
  `${pluralize(members, "member")}${invitations > 0 ? `, ${pluralize(invitations, "open invitation")}` : ""}.`
