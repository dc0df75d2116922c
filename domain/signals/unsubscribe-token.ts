/** Signs the link in the daily email that turns the email off. */
import { createHmac } from "node:crypto"
import { derivedSecret, isSameSignature } from "@/domain/kernel/secrets"

type Membership = { team_id: string; user_id: string }

/**
 * Anyone with the token can use the link, without signing in. It only turns the email off, for one member of one team,
 * so it never expires.
 */
export const unsubscribeToken = ({ team_id, user_id }: Membership) =>
  [team_id, user_id, signatureOf(team_id, user_id)].join(".")

/** Returns null when the token is not valid. */
export function membershipOf(token: string): Membership | null {
  const [team_id = "", user_id = "", signature = "", ...more] = token.split(".")
  const isValid = more.length === 0 && isSameSignature(signature, signatureOf(team_id, user_id))
  return isValid ? { team_id, user_id } : null
}

const signatureOf = (team: string, user: string) =>
  createHmac("sha256", derivedSecret("unsubscribe")).update(`${team}.${user}`).digest("base64url")
