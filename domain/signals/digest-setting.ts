/** Decides which members get the daily email of new signals, and signs the link in the email that turns it off. */
import { createHmac, timingSafeEqual } from "node:crypto"
import { z } from "zod"
import { derivedSecret } from "@/domain/kernel/secrets"
import { sql } from "@/prisma/client"

export const digestSetting = z.enum(["daily", "off"])

/** The setting of the membership `m`. Without a choice, owners and admins get the email. */
export const digestOfMember = sql`coalesce(m.signal_digest, case when m.role in ('owner', 'admin') then 'daily' else 'off' end)`

type Membership = { team_id: string; user_id: string }

/**
 * The link works without signing in. It can only turn the email off, for one member of one team, so it never expires.
 */
export const unsubscribeToken = ({ team_id, user_id }: Membership) =>
  [team_id, user_id, signatureOf(team_id, user_id)].join(".")

/** Returns null when the token is not valid. */
export function membershipOf(token: string): Membership | null {
  const [team_id = "", user_id = "", sent = "", ...more] = token.split(".")
  const expected = signatureOf(team_id, user_id)
  if (more.length > 0 || sent.length !== expected.length) return null
  return timingSafeEqual(Buffer.from(sent), Buffer.from(expected)) ? { team_id, user_id } : null
}

const signatureOf = (team: string, user: string) =>
  createHmac("sha256", derivedSecret("unsubscribe")).update(`${team}.${user}`).digest("base64url")
