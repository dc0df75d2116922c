/** Defines a person (user): one account that can be a member of several teams. */
import { z } from "zod"
import { Problem } from "@/domain/kernel/errors"
import { createdAt, isSingleLine } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { Prisma, rows, type Sql, sql } from "@/prisma/client"

export const personName = () =>
  z
    .string()
    .trim()
    .min(1)
    .max(80)
    .refine(isSingleLine, "must be a single line")
    .meta({ description: "The name that other users see." })

/** Checks only the length. Rules about digits and symbols make people write passwords down. */
export const newPassword = () =>
  z
    .string()
    .min(10, "needs at least 10 characters")
    .max(200)
    .meta({ description: "A password with at least 10 characters." })

export const person = z.object({
  id: id("user"),
  name: z.string(),
  email: z.string(),
  is_email_verified: z.boolean(),
  has_password: z.boolean(),
  accounts: z
    .array(z.string())
    .meta({ description: "The connected accounts that can be used to sign in: `google`, `github`." }),
  created_at: createdAt(),
})

/** Adds the fields that sign-in needs. They are never part of a response. */
const personRow = person.extend({ password_hash: z.string().nullable(), session_version: z.int() })
export type PersonRow = z.infer<typeof personRow>

/**
 * Finds the user that `where` selects. Call it across teams: inside a team's scope the password hash cannot be read,
 * and every user looks like one without a password.
 */
export async function findPerson(where: Sql): Promise<PersonRow | undefined> {
  const [found] = await rows(
    personRow,
    sql`
      select u.id, u.name, u.email, u.email_verified_at is not null as is_email_verified, p.password_hash,
        p.password_hash is not null as has_password, u.session_version, u.created_at,
        array(select distinct a.provider from account a where a.user_id = u.id order by 1) as accounts
      from "user" u cross join lateral (select person_password_hash(u.id) as password_hash offset 0) p where ${where}`,
  )
  return found
}

/** Throws `resource_not_found` if the account was deleted meanwhile. */
export async function requirePerson(personId: string): Promise<PersonRow> {
  const found = await findPerson(sql`u.id = ${personId}`)
  if (!found) throw new Problem("resource_not_found", "This account no longer exists.")
  return found
}

/** True for the error of a unique index: another account has this value. */
export const isTaken = (error: unknown, column: "email" | "invitation_id") =>
  error instanceof Prisma.PrismaClientKnownRequestError &&
  error.code === "P2002" &&
  JSON.stringify(error.meta).includes(column)
