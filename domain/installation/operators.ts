/** Grants and revokes the operator role, and lists the operators. */
import { z } from "zod"
import { Problem } from "@/domain/kernel/errors"
import { isOperatorCondition } from "@/domain/kernel/operator"
import { operatorAddresses } from "@/domain/kernel/policies"
import { acrossTeams, prisma, rows, sql } from "@/prisma/client"
import { type Operator, recordOperatorChange } from "./record-change"

const listedOperatorRow = z.object({
  name: z.string(),
  email: z.string(),
  /** The role was granted with `npm run admin`. */
  is_by_command: z.boolean(),
  /** The address is in SIGNALBOX_OPERATORS. */
  is_by_setting: z.boolean(),
})

/** All current operators. Across teams: users do not belong to a single team. */
export const listOperators = () =>
  acrossTeams(() =>
    rows(
      listedOperatorRow,
      sql`
        select u.name, u.email, u.is_operator as is_by_command, u.email = any(${operatorAddresses()}) as is_by_setting
        from "user" u where ${isOperatorCondition()} order by u.email`,
    ),
  )

/**
 * Grants the operator role. With `acceptUnproven`, the address of the account may be unconfirmed. Then the caller must
 * know that the account belongs to the right person.
 */
export async function addOperator(operator: Operator, email: string, acceptUnproven: boolean) {
  const person = await requireAccount(email)
  if (person.email_verified_at === null && !acceptUnproven)
    throw new Problem(
      "state_conflict",
      `The email address ${person.email} is not confirmed, so anyone could have created this account. Ask the person to sign in with a sign-in link, Google or GitHub first.`,
    )
  await setRole(operator, person, true)
}

export const removeOperator = async (operator: Operator, email: string) =>
  setRole(operator, await requireAccount(email), false)

type Person = { id: string; name: string; email: string; email_verified_at: Date | null; is_operator: boolean }

/** Finds an account by its email address. Throws `resource_not_found` if there is none. */
export async function requireAccount(address: string): Promise<Person> {
  const email = address.trim().toLowerCase()
  // Across teams: users do not belong to a single team.
  const person = await acrossTeams(() => prisma.user.findFirst({ where: { email } }))
  if (!person) throw new Problem("resource_not_found", `There is no account with the email address ${email}.`)
  return person
}

const setRole = (operator: Operator, { id, email, is_operator: before }: Person, is_operator: boolean) =>
  acrossTeams(() =>
    prisma.$transaction(async (tx) => {
      if (before === is_operator) return
      await tx.user.update({ where: { id }, data: { is_operator } })
      const action = is_operator ? "operator.added" : "operator.removed"
      await recordOperatorChange(tx, operator, { action, subject: { id, label: email } })
    }),
  )

const recentChangeRow = z.object({
  created_at: z.string(),
  who: z.string(),
  action: z.string(),
  subject: z.string(),
  before: z.unknown(),
  after: z.unknown(),
})

/** The last hundred changes, newest first. Across teams, because they concern different teams. */
export const recentChanges = () =>
  acrossTeams(() =>
    rows(
      recentChangeRow,
      sql`
        select created_at, actor_label as who, action, subject_label as subject, before, after from operator_change
        order by created_at desc, id desc limit 100`,
    ),
  )
