/** The account page: name, sign-in methods, sessions, teams. */
import type { Metadata } from "next"
import { ErrorNote } from "@/components/forms/problem-note"
import { PageHead } from "@/components/frame/page-head"
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { ConfirmAddress } from "@/components/people/confirm-address"
import { ConnectedAccounts } from "@/components/people/connected-accounts"
import { DigestSettings } from "@/components/people/digest-settings"
import { NameForm } from "@/components/people/name-form"
import { PasswordForm } from "@/components/people/password-form"
import { SessionList } from "@/components/people/session-list"
import { signInErrorText } from "@/components/people/sign-in-errors"
import { SignOutEverywhere } from "@/components/people/sign-out-everywhere"
import { Button } from "@/components/ui/button"
import { availableSignInMethods } from "@/server/auth/providers"
import { deviceName } from "@/server/device-name"
import { visitAsPerson } from "@/server/visit"

export const metadata: Metadata = { title: "Account" }

type Props = { searchParams: Promise<{ error?: string }> }

export default async function AccountPage({ searchParams }: Props) {
  const { api } = await visitAsPerson()
  const { error } = await searchParams
  const [{ data: me }, { data: sessions }, { data: teams }, { data: digests }] = await Promise.all([
    api.people.getAccount({}),
    api.people.listSessions({}),
    api.teams.listMine({}),
    api.signals.listDigests({}),
  ])
  const ways = availableSignInMethods()
  const { google, github } = ways
  return (
    <div className="mx-auto mt-6 w-full max-w-[640px]">
      <PageHead title="Account">{me.email}</PageHead>
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
        lead={`${me.email} is ${me.is_email_verified ? "confirmed" : "not confirmed yet"}.`}
      >
        {!me.is_email_verified && <ConfirmAddress email={me.email} ways={ways} goTo="/account" />}
      </Section>
      <Section
        title="Password"
        lead={
          me.has_password
            ? "Changing your password ends your other sessions."
            : "You have no password yet, because you sign in another way."
        }
      >
        <PasswordForm person={me} />
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
          <ConnectedAccounts connected={me.accounts} offered={{ google, github }} />
        </Section>
      )}
      <Section title="Sessions" lead="You stay signed in for 30 days on each device, unless you sign out.">
        <SessionList sessions={sessions.map((session) => ({ ...session, device: deviceName(session.user_agent) }))} />
        <SignOutEverywhere />
      </Section>
      {digests.teams.length > 0 && (
        <Section
          title="Signal emails"
          lead={
            digests.can_send
              ? "One email a day with a team's new signals."
              : "One email a day with a team's new signals. This installation has no mail server, so it sends no emails."
          }
        >
          <DigestSettings teams={digests.teams} />
        </Section>
      )}
      <Section title="Teams">
        {teams.length === 0 && <p className="mb-3 text-quiet">You are not a member of any team.</p>}
        <ul className="mb-3 grid gap-1.5">
          {teams.map((team) => (
            <li key={team.id}>
              <Link href={`/${team.slug}`} className="text-accent underline underline-offset-2">
                {team.name}
              </Link>{" "}
              <span className="text-quiet">{team.role}</span>
            </li>
          ))}
        </ul>
        <Button asChild>
          <Link href="/new-team">Create team</Link>
        </Button>
      </Section>
    </div>
  )
}
