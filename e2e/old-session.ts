/** Makes the sessions of a person older, because a test cannot wait until a sign-in no longer counts as recent. */
import { Client } from "pg"
import type { Demo } from "./start"

type Account = { email: string; hasPassword?: boolean }

/** All sessions of the person started 16 minutes ago. With `hasPassword: false`, the password is removed, too. */
export async function ageSessions({ database_url }: Pick<Demo, "database_url">, { email, hasPassword }: Account) {
  const client = new Client({ connectionString: database_url })
  await client.connect()
  try {
    const age = `update session set created_at = now() - interval '16 minutes' from "user" u
      where u.id = user_id and u.email = $1`
    await client.query(age, [email])
    if (hasPassword === false) await client.query('update "user" set password_hash = null where email = $1', [email])
  } finally {
    await client.end()
  }
}
