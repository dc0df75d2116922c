/**
 * Decides who may create an account. Every way to sign up checks it: passwords, sign-in links, Google and GitHub.
 *
 * The policy comes from SIGNALBOX_SIGN_UP. The addresses in SIGNALBOX_OPERATORS may always create an account, but only
 * in a way that proves the address. Otherwise a stranger could create the account of an operator by typing the address.
 */
import { Problem } from "@/domain/kernel/errors"
import { operatorAddresses, signUpPolicy } from "@/domain/kernel/policies"
import { findInvitation, isOpenInvitation } from "@/domain/teams/find-invitation"
import { rows, sql } from "@/prisma/client"

export type Applicant = {
  email: string
  /** True for a sign-in link and for an address that Google or GitHub verified. */
  isEmailProven: boolean
  /** The token of an invitation link that the user followed. Null without one. */
  invitation: string | null
}

/** The invitation that the new account uses up. Null when it uses none. */
export type Admission = { invitation_id: string | null }

/**
 * Throws `sign_up_closed` when the applicant may not create an account. Call it across teams, because an
 * invitation belongs to a team that the applicant has not joined yet.
 */
export async function requireSignUpPermission(
  { email, isEmailProven, invitation }: Applicant,
  now: Date,
): Promise<Admission> {
  const policy = signUpPolicy()
  if (policy === "open") return { invitation_id: null }
  if (isEmailProven && operatorAddresses().includes(email)) return { invitation_id: null }
  if (policy === "closed") throw signUpClosed("This installation does not accept new accounts.")
  const found = invitation === null ? undefined : await findInvitation(invitation, now)
  if (found?.email && !isEmailProven) throw emailNotProven()
  if (found && (found.email === null || found.email === email)) return admitByLink(found.id)
  // The user accepts the invitation after signing up, so the new account does not use it up.
  if (isEmailProven && (await isInvited(email, now))) return { invitation_id: null }
  throw signUpClosed("You need an invitation to create an account. Ask an admin of your team for an invitation link.")
}

/** Like `requireSignUpPermission`, but returns false instead of throwing the reason. */
export async function canCreateAccount(applicant: Applicant, now: Date): Promise<boolean> {
  try {
    await requireSignUpPermission(applicant, now)
    return true
  } catch (error) {
    if (error instanceof Problem && error.code === "sign_up_closed") return false
    throw error
  }
}

/** Throws when an account was already created with the link. Each link can create one account. */
async function admitByLink(invitationId: string): Promise<Admission> {
  if (await isUsed(invitationId)) throw invitationUsed()
  return { invitation_id: invitationId }
}

/**
 * The error when the link is for one address and the applicant's address is not proven. It is thrown before the two
 * addresses are compared. Otherwise, the holder of the link could guess the invited address.
 */
const emailNotProven = () =>
  signUpClosed(
    "This invitation is for a specific email address, which you must confirm first. Open the invitation and choose how to confirm the address.",
  )

const isUsed = async (invitationId: string) =>
  (await rows(sql`select from "user" where invitation_id = ${invitationId}`)).length > 0

async function isInvited(email: string, now: Date) {
  const open = await rows(sql`
    select from invitation i where i.email = ${email} and ${isOpenInvitation(now)}`)
  return open.length > 0
}

/** Also thrown when two sign-ups use one link at the same time: a unique index lets only one of them through. */
export const invitationUsed = () =>
  signUpClosed(
    "Someone has already created an account with this invitation. If it was you, sign in. Otherwise ask for a new invitation.",
  )

const signUpClosed = (detail: string) => new Problem("sign_up_closed", detail)
