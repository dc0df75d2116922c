/** The page to create a team. */
import type { Metadata } from "next"
import { NarrowPage } from "@/components/frame/narrow-page"
import { NewTeamForm } from "@/components/people/new-team-form"
import { requirePerson } from "@/server/visit"

export const metadata: Metadata = { title: "New team" }

export default async function NewTeamPage() {
  await requirePerson()
  return (
    <NarrowPage
      title="New team"
      lead="A team has its own clients, reports and API keys. You become its owner. It starts on the Free plan, which you can change in its settings."
    >
      <NewTeamForm />
    </NarrowPage>
  )
}
