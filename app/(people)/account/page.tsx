/** The account page: name, sign-in methods, sessions, teams. */
import type { Metadata } from "next"
import type { TeamOfPerson } from "@/components/api/types"
import { ErrorNote } from "@/components/forms/problem-note"
import { PageHead } from "@/components/frame/page-head"
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { DigestSettings, NameForm } from "@/components/people/account-forms"
import { ChangeEmailDialog } from "@/components/people/change-email-dialog"
import { ConfirmAddress } from "@/components/people/confirm-address"
import { ConnectedAccounts } from "@/components/people/connected-accounts"
import { PasswordForm } from "@/components/people/password-form"
import { SessionList, SignOutEverywhere } from "@/components/people/session-list"
import { SignInAgain } from "@/components/people/sign-in-again"
import { signInErrorText } from "@/components/people/sign-in-errors"
import { Badge } from "@/components/ui/badge"
import { Button } from "@/components/ui/button"
import { CodeBlock } from "@/components/ui/code-block"
import { freshMinutes } from "@/domain/people/prove-identity"
import { sessionDays } from "@/domain/people/session"
import { availableSignInMethods } from "@/server/auth/providers"
import { signInAgainPath } from "@/server/auth/sign-in-again"
import { deviceName } from "@/server/device-name"
import { requirePerson } from "@/server/visit"

export const metadata: Metadata = { title: "Account" }

type Props = { searchParams: Promise<{ error?: string }> }

export default async function AccountPage({ searchParams }: Props) {
  const { api } = await requirePerson()
  const { error } = await searchParams
  const [{ data: me }, { data: sessions }, { data: teams }, { data: digests }] = await Promise.all([
    api.people.getAccount({}),
    api.people.listSessions({}),
    api.teams.listMine({}),
    api.signals.listDigests({}),
  ])
  const signInMethods = availableSignInMethods()
  const { google, github } = signInMethods
  return (
    <div className="mx-auto mt-6 w-full max-w-[640px]">
      <PageHead title="Account">
        <span className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 break-words">{me.email}</span>
          {me.is_email_verified ? <Badge state="clear">confirmed</Badge> : <Badge state="caution">not confirmed</Badge>}
        </span>
      </PageHead>
      {error && (
        <div className="mb-6">
          <ErrorNote>{signInErrorText(error)}</ErrorNote>
        </div>
      )}
      <Section title="Name">
        <NameForm name={me.name} />
      </Section>
      <Section
        title="Email address"
        lead={me.is_email_verified ? `You sign in with ${me.email}.` : `${me.email} is not confirmed yet.`}
      >
        <div className="grid gap-4">
          {!me.is_email_verified && <ConfirmAddress email={me.email} signInMethods={signInMethods} goTo="/account" />}
          {signInMethods.email ? (
            <div>
              <ChangeEmailDialog person={me} freshMinutes={freshMinutes} />
            </div>
          ) : (
            <ChangeEmailByOperatorNote email={me.email} />
          )}
        </div>
      </Section>
      <Section
        title="Password"
        lead={
          me.has_password
            ? "A new password ends your other sessions and disconnects your apps."
            : "You sign in without a password. If you set one, your other sessions end and your apps are disconnected."
        }
      >
        {me.needs_new_sign_in ? (
          <SignInAgain email={me.email} freshMinutes={freshMinutes} canSendLink={signInMethods.email} />
        ) : (
          <PasswordForm person={me} />
        )}
      </Section>
      {(google || github || me.accounts.length > 0) && (
        <Section
          title="Connected accounts"
          lead={
            me.is_email_verified
              ? undefined
              : "Until you confirm your address, you can connect only accounts that have the same address."
          }
        >
          <ConnectedAccounts
            connected={me.accounts}
            offered={{ google, github }}
            signInAgainPath={me.has_signed_in_recently ? null : signInAgainPath("/account")}
            freshMinutes={freshMinutes}
          />
        </Section>
      )}
      <Section
        title="Sessions"
        lead={`You stay signed in for ${sessionDays} days on each device, unless you sign out.`}
        actions={<SignOutEverywhere />}
      >
        <SessionList sessions={sessions.map((session) => ({ ...session, device: deviceName(session.user_agent) }))} />
      </Section>
      {digests.can_send && digests.teams.length > 0 && (
        <Section title="Signal emails" lead="One email a day with a team's new signals.">
          <DigestSettings teams={digests.teams} />
        </Section>
      )}
      <Section
        title="Teams"
        actions={
          <Button asChild size="small">
            <Link href="/new-team">Create team</Link>
          </Button>
        }
      >
        <TeamList teams={teams} />
      </Section>
    </div>
  )
}

/** Shown when the installation cannot send email to confirm a new address. */
const ChangeEmailByOperatorNote = ({ email }: { email: string }) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
    <p className="max-w-[68ch]">
      To change your address, ask the operator of this installation. They run this command:
    </p>
    <CodeBlock label="Command" code={`npm run admin -- accounts change-email "${email}" \\\n  new@example.com`} />
  </div>
)

function TeamList({ teams }: { teams: TeamOfPerson[] }) {
  if (teams.length === 0) return <p className="text-quiet">You are not a member of any team.</p>
  return (
    <ul className="divide-y divide-line rounded-box border border-line bg-surface">
      {teams.map((team) => (
        <li key={team.id}>
          <Link href={`/${team.slug}`} className="flex items-center justify-between gap-4 px-4 py-2.5 hover:bg-hover">
            <span className="min-w-0 truncate">{team.name}</span>
            <span className="text-quiet text-small">{team.role}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
