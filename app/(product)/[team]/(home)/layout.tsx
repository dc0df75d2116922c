/** Shows a banner above the home page of the sample team. */
import type { ReactNode } from "react"
import { SampleNote } from "@/components/home/sample-note"
import { requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../layout"

export default async function HomeLayout({ params, children }: TeamParams & { children: ReactNode }) {
  const { team } = await requireTeamMember((await params).team)
  return (
    <>
      {team.is_sample && <SampleNote />}
      {children}
    </>
  )
}
