/** Page to connect an account of a platform in three steps: platform, authorization, then account and client. */
import type { Metadata } from "next"
import { ErrorNote } from "@/components/forms/problem-note"
import { PageHead } from "@/components/frame/page-head"
import { Link } from "@/components/link"
import { Empty } from "@/components/lists/empty"
import { AuthorizeStep } from "@/components/sources/authorize-source"
import { ChooseProvider } from "@/components/sources/choose-provider"
import { ConnectForm } from "@/components/sources/connect-form"
import { Button } from "@/components/ui/button"
import { asProblem } from "@/domain/kernel/errors"
import type { OperationCaller } from "@/server/caller"
import { requireTeamMember } from "@/server/visit"
import type { TeamParams } from "../../layout"
import { readClientChoices } from "../../read-client-choices"

export const metadata: Metadata = { title: "Connect source" }

type Query = { provider?: string; grant?: string; problem?: string }
type Props = TeamParams & { searchParams: Promise<Query> }

export default async function NewSourcePage({ params, searchParams }: Props) {
  const { api, team, isAdmin } = await requireTeamMember((await params).team)
  const { provider, grant, problem } = await searchParams
  const listPath = `/${team.slug}/sources`
  const path = `${listPath}/new`
  const { data: providers } = await api.dataSources.listProviders({})
  const choice = providers.find((candidate) => candidate.provider === provider)
  const crumbs = [{ name: "Data sources", href: listPath }]
  if (!isAdmin)
    return (
      <>
        <PageHead crumbs={crumbs} title="Connect source" />
        <Empty title="Admins only">Ask an owner or admin of the team to connect a platform account.</Empty>
      </>
    )
  return (
    <>
      <PageHead
        crumbs={choice ? [...crumbs, { name: "Connect source", href: path }] : crumbs}
        title={choice ? `Connect ${choice.name}` : "Connect source"}
      >
        {choice
          ? `Step ${grant ? 3 : 2} of 3. Signalbox reads data and changes nothing on the platform.`
          : "Step 1 of 3. Choose the platform of the account."}
      </PageHead>
      {problem && (
        <div className="mb-6 max-w-[640px]">
          <ErrorNote>{describeProblem(problem)}</ErrorNote>
        </div>
      )}
      {!choice && <ChooseProvider providers={providers} path={path} uploadPath={`${listPath}/upload`} />}
      {choice && !grant && <AuthorizeStep choice={choice} path={path} />}
      {choice && grant && (
        <ConnectStep api={api} team={team.slug} grantId={grant} provider={choice.provider} name={choice.name} />
      )}
    </>
  )
}

type StepProps = {
  api: OperationCaller
  team: string
  grantId: string
  provider: string
  name: string
}

async function ConnectStep({ api, team, grantId, provider, name }: StepProps) {
  const [accounts, choices] = await Promise.all([
    api.dataSources.listAccounts({ grant_id: grantId }).catch(asProblem),
    readClientChoices(api),
  ])
  const startAgain = (
    <Button asChild kind="primary">
      <Link href={`/${team}/sources/new?provider=${provider}`}>Start again</Link>
    </Button>
  )
  if (accounts instanceof Error)
    return (
      <div className="grid max-w-[640px] justify-items-start gap-4">
        <ErrorNote>
          {accounts.code === "parameter_invalid" || accounts.code === "resource_not_found"
            ? `This authorization is no longer valid. Authorize Signalbox at ${name} again.`
            : accounts.message}
        </ErrorNote>
        {startAgain}
      </div>
    )
  if (accounts.data.length === 0)
    return (
      <Empty title="No accounts" action={startAgain}>
        This authorization has no access to an account of {name}. Give it access on the platform, then start again.
      </Empty>
    )
  if (choices.clients.length === 0)
    return (
      <Empty
        title="No clients yet"
        action={
          <Button asChild kind="primary">
            <Link href={`/${team}/clients?new`}>New client</Link>
          </Button>
        }
      >
        A data source belongs to a client. Create the client first, then come back to this page.
      </Empty>
    )
  return <ConnectForm grantId={grantId} accounts={accounts.data} choices={choices} base={`/${team}/sources`} />
}

/** Messages by the code in the URL. The URL contains no text, so that a link cannot show a message of its author. */
const authorizationProblems = new Map([
  ["access_denied", "Access was not granted on the platform's page. Start again and allow access."],
  ["role_missing", "Only owners and admins of the team can connect accounts. Ask one of them to connect it."],
  ["upstream_error", "The platform could not complete the authorization. Try again in a few minutes."],
])

const describeProblem = (code: string) =>
  authorizationProblems.get(code) ??
  "We couldn't complete this authorization. It may have expired, been used already, or been refused. Start it again."
