/**
 * Checks who is an operator of this installation.
 *
 * An account is an operator when its confirmed address is in SIGNALBOX_OPERATORS, or after `npm run admin -- operators
 * add`. An unconfirmed address does not count, because anyone can sign up with any address.
 */
import { acrossTeams, rows, type Sql, sql } from "@/prisma/client"
import { Problem } from "./errors"
import { operatorAddresses } from "./policies"

/** SQL condition for a statement in which the user has the alias `u`. */
export const isOperatorCondition = (): Sql =>
  sql`(u.is_operator or (u.email_verified_at is not null and u.email = any(${operatorAddresses()})))`

/** Runs across teams, because the role does not belong to a team. */
export async function isOperator(personId: string): Promise<boolean> {
  const found = await acrossTeams(() =>
    rows(sql`select from "user" u where u.id = ${personId} and ${isOperatorCondition()}`),
  )
  return found.length > 0
}

export async function requireOperator(personId: string) {
  if (await isOperator(personId)) return
  throw new Problem("role_missing", "Only an operator of this installation can do this.")
}
