/** The page after sign-in: opens the only team, lists several teams, or redirects to the form for a new team. */
import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { NarrowPage } from "@/components/frame/narrow-page"
import { Link } from "@/components/link"
import { Badge } from "@/components/ui/badge"
import { Button } from "@/components/ui/button"
import { requirePerson } from "@/server/visit"

export const metadata: Metadata = { title: "Teams" }

export default async function TeamsPage() {
  const { api } = await requirePerson()
  const { data: teams } = await api.teams.listMine({})
  const [first] = teams
  if (!first) redirect("/new-team")
  if (teams.length === 1) redirect(`/${first.slug}`)
  return (
    <NarrowPage title="Your teams">
      <ul className="divide-y divide-line rounded-box border border-line bg-surface">
        {teams.map((team) => (
          <li key={team.id}>
            <Link href={`/${team.slug}`} className="flex items-center gap-3 px-4 py-3 hover:bg-hover">
              <span className="min-w-0 flex-1 truncate font-strong">{team.name}</span>
              {team.is_sample && <Badge state="caution">sample data</Badge>}
              <span className="text-quiet text-small">{team.role}</span>
            </Link>
          </li>
        ))}
      </ul>
      <Button asChild className="mt-4">
        <Link href="/new-team">Create team</Link>
      </Button>
    </NarrowPage>
  )
}
