/** The page to create an AI-visibility project. */
import type { Metadata } from "next"
import { PageHead } from "@/components/frame/page-head"
import { Empty } from "@/components/lists/empty"
import { NewProjectForm } from "@/components/project-settings/new-project-form"
import { roleAtLeast } from "@/domain/kernel/roles"
import { countries, languages } from "@/server/choices"
import { orNull, requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../layout"

export const metadata: Metadata = { title: "New project" }

type Props = TeamParams & { searchParams: Promise<{ client?: string }> }

export default async function NewProjectPage({ params, searchParams }: Props) {
  const { api, team, role } = await requireTeamMember((await params).team)
  const { client } = await searchParams
  const initialClient = client ? await orNull(api.clients.get({ client_id: client })) : null
  const listPath = `/${team.slug}/ai-visibility`
  return (
    <>
      <PageHead crumbs={[{ name: "AI visibility", href: listPath }]} title="New project">
        A project contains your client's brand, its competitors, and the prompts for the AI engines. It costs nothing
        until you start a scan.
      </PageHead>
      {roleAtLeast(role, "member") ? (
        <NewProjectForm
          base={listPath}
          initialClient={initialClient?.data ?? null}
          countries={countries}
          languages={languages}
        />
      ) : (
        <Empty title="Members only">
          Members of the team can create projects. Ask an owner or admin to change your role.
        </Empty>
      )}
    </>
  )
}
