/** Where every page of a suspended team leads. */
import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { Narrow } from "@/components/frame/bare-frame"
import { theirTeam } from "@/server/visit"

export const metadata: Metadata = { title: "Suspended" }

export default async function SuspendedPage({ params }: { params: Promise<{ team: string }> }) {
  const { team } = await theirTeam((await params).team)
  if (!team.is_suspended) redirect(`/${team.slug}`)
  return (
    <Narrow
      title={`${team.name} is suspended`}
      lead="Its pages and its API are closed for now, and nothing was deleted. The operator of this service can say why."
    />
  )
}
