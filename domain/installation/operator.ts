/**
 * Says who is an operator of this installation.
 *
 * An account is one when its address is in SIGNALBOX_OPERATORS and proven, or when `npm run admin -- operators add` made it
 * one. An address that is not proven gives nothing: anybody can sign up with any address.
 */
import { Problem } from "@/domain/errors"
import { acrossTeams, rows, type Sql, sql } from "@/prisma/client"
import { operatorAddresses } from "./policies"

/** For a statement that has the person as `u`. */
export const isOperatorColumn = (): Sql =>
  sql`(u.is_operator or (u.email_verified_at is not null and u.email = any(${operatorAddresses()})))`

/** Across teams: the role belongs to none. */
export async function isOperator(personId: string): Promise<boolean> {
  const found = await acrossTeams(() =>
    rows(sql`select from "user" u where u.id = ${personId} and ${isOperatorColumn()}`),
  )
  return found.length > 0
}

export async function demandOperator(personId: string) {
  if (await isOperator(personId)) return
  throw new Problem("role_missing", "Only an operator of this installation can do this.")
}
