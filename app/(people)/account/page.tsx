/** One's own account: name, ways to sign in, sessions, teams. */
import type { Metadata } from "next"
import { PageHead } from "@/components/frame/page-head"
import { Section } from "@/components/frame/section"
import { Link } from "@/components/link"
import { ConnectedAccounts } from "@/components/people/connected-accounts"
import { NameForm } from "@/components/people/name-form"
import { PasswordForm } from "@/components/people/password-form"
import { SignOutEverywhere } from "@/components/people/sign-out-everywhere"
import { Button } from "@/components/ui/button"
import { waysToSignIn } from "@/server/auth/providers"
import { visitAsPerson } from "@/server/visit"

export const metadata: Metadata = { title: "Account" }

export default async function AccountPage() {
  const { api } = await visitAsPerson()
  const [{ data: me }, { data: teams }] = await Promise.all([api.people.me({}), api.teams.listMine({})])
  const { google, github } = waysToSignIn()
  return (
    <div className="mx-auto mt-6 w-full max-w-[640px]">
      <PageHead title="Account">{me.email}</PageHead>
      <Section title="Name">
        <NameForm name={me.name} />
      </Section>
      <Section
        title="Password"
        lead={me.has_password ? "Changing it ends every other session." : "You have none yet, and sign in another way."}
      >
        <PasswordForm email={me.email} hasPassword={me.has_password} />
      </Section>
      {(google || github || me.accounts.length > 0) && (
        <Section title="Other ways to sign in">
          <ConnectedAccounts connected={me.accounts} offered={{ google, github }} />
        </Section>
      )}
      <Section title="Sessions" lead="You stay signed in for 30 days on each device.">
        <SignOutEverywhere />
      </Section>
      <Section title="Teams">
        {teams.length === 0 && <p className="mb-3 text-quiet">You are in no team.</p>}
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
          <Link href="/new-team">New team</Link>
        </Button>
      </Section>
    </div>
  )
}
