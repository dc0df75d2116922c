/** The page that an invitation link opens. */
import type { Metadata } from "next"
import { NarrowPage } from "@/components/frame/narrow-page"
import { Link } from "@/components/link"
import { AcceptInvitation } from "@/components/people/accept-invitation"
import { ConfirmAddress } from "@/components/people/confirm-address"
import { roleDescriptions } from "@/components/settings/role-descriptions"
import { Button } from "@/components/ui/button"
import { Fact } from "@/components/ui/fact"
import { signUpPolicy } from "@/domain/kernel/policies"
import { availableSignInMethods } from "@/server/auth/providers"
import { loadVisitor, orNull } from "@/server/visit"

export const metadata: Metadata = { title: "Invitation" }

export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params
  const { api, person } = await loadVisitor()
  const invitation = await orNull(api.teams.getInvitation({ token }))
  if (!invitation)
    return (
      <NarrowPage
        title="Invitation no longer valid"
        lead="This link was used or revoked, or it has expired. Ask the person who invited you for a new link."
      >
        <Button asChild>
          <Link href="/">Go to the start page</Link>
        </Button>
      </NarrowPage>
    )
  const { team_name, role, invited_by, is_for_one_address } = invitation.data
  const canAccept = !is_for_one_address || (person !== null && (await api.people.getAccount({})).data.is_email_verified)
  const canSignUp = signUpPolicy() !== "closed"
  const returnQuery = `?callbackUrl=${encodeURIComponent(`/invitations/${token}`)}`
  return (
    <NarrowPage
      title={`Join ${team_name}`}
      lead={`${invited_by ?? "A former member"} invited you to this team on Signalbox as ${role === "viewer" || role === "member" ? "a" : "an"} ${role}.`}
    >
      <dl className="mb-6 rounded-box border border-line bg-surface p-3">
        <Fact name={`What ${role}s can do`}>{roleDescriptions[role]}</Fact>
      </dl>
      {is_for_one_address && (
        <p className="mb-4 text-quiet">
          This invitation is for one email address. To join, you must confirm that the address is yours.
        </p>
      )}
      {person ? (
        <>
          {canAccept ? (
            <AcceptInvitation token={token} teamName={team_name} />
          ) : (
            <ConfirmAddress
              email={person.email}
              signInMethods={availableSignInMethods()}
              goTo={`/invitations/${token}`}
            />
          )}
          <p className="mt-4 text-quiet">You are signed in as {person.email}.</p>
        </>
      ) : (
        <div className="grid gap-2">
          {canSignUp && (
            <Button asChild kind="primary">
              <Link href={`/sign-up${returnQuery}`}>Create an account</Link>
            </Button>
          )}
          <Button asChild {...(!canSignUp && { kind: "primary" })}>
            <Link href={`/sign-in${returnQuery}`}>Sign in</Link>
          </Button>
        </div>
      )}
    </NarrowPage>
  )
}
