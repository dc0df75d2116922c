/** The page to which every page of a suspended team redirects. */
import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { NarrowPage } from "@/components/frame/narrow-page"
import { requireTeamMemberEvenIfSuspended } from "@/server/visit"

export const metadata: Metadata = { title: "Team suspended" }

export default async function SuspendedPage({ params }: { params: Promise<{ team: string }> }) {
  const { team } = await requireTeamMemberEvenIfSuspended((await params).team)
  if (!team.is_suspended) redirect(`/${team.slug}`)
  return (
    <NarrowPage
      title={`${team.name} is suspended`}
      lead="The operator of this installation suspended your team. You cannot use its pages or its API. Nothing was deleted."
    >
      {team.suspension_reason && (
        <section aria-labelledby="reason" className="rounded-box border border-line bg-surface px-4 py-3">
          <h2 id="reason" className="font-strong">
            Reason
          </h2>
          <p className="mt-1 whitespace-pre-line break-words">{team.suspension_reason}</p>
        </section>
      )}
      <p className="mt-4 text-quiet">To lift the suspension, an owner of the team can contact the operator.</p>
    </NarrowPage>
  )
}
