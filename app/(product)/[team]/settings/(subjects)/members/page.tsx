/** The team's members with their roles, and its invitations. */
import type { Metadata } from "next"
import { Section } from "@/components/frame/section"
import { InvitationTable } from "@/components/settings/invitation-table"
import { InviteDialog } from "@/components/settings/invite-dialog"
import { MemberTable } from "@/components/settings/member-table"
import { roleDescriptions } from "@/components/settings/role-descriptions"
import { waysToSignIn } from "@/server/auth/providers"
import { requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../../layout"

export const metadata: Metadata = { title: "Members" }

export default async function MembersPage({ params }: TeamParams) {
  const { api, person, role, isAdmin } = await requireTeamMember((await params).team)
  const { data: members } = await api.teams.listMembers({})
  const invitations = isAdmin ? (await api.teams.listInvitations({})).data : []
  return (
    <>
      <Section
        title="Members"
        lead={isAdmin ? "Each member has one role." : "Owners and admins can invite members and change roles."}
        actions={isAdmin && <InviteDialog mayInviteOwners={role === "owner"} canSendMail={waysToSignIn().email} />}
      >
        <MemberTable members={members} myId={person.id} myRole={role} />
      </Section>
      {invitations.length > 0 && (
        <Section title="Open invitations" lead="Each link works once and expires after 7 days.">
          <InvitationTable invitations={invitations} />
        </Section>
      )}
      <Section title="Roles">
        <dl className="grid max-w-[640px] gap-x-6 gap-y-1.5 sm:grid-cols-[90px_1fr]">
          {Object.entries(roleDescriptions).map(([name, description]) => (
            <div key={name} className="contents">
              <dt className="font-strong">{name}</dt>
              <dd className="text-quiet">{description}</dd>
            </div>
          ))}
        </dl>
      </Section>
    </>
  )
}
