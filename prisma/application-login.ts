/**
 * Creates the application's own database login, which has only the rights of the role signalbox_app. The tables belong
 * to the login that migrates, so injected SQL cannot bypass row-level security, change a table or delete audit entries.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from "node:crypto"
import pg from "pg"
import { z } from "zod"
import { checkedRows } from "./checked-rows"
import { MigrationError } from "./migration-error"
import { sessionConfig } from "./session-config"

const loginRow = z.object({ exists: z.boolean(), is_owner: z.boolean(), is_member: z.boolean() })
type Login = z.infer<typeof loginRow>
const canCreateRow = z.object({ may_create: z.boolean() })

/**
 * Creates the login of `applicationUrl` if it is missing. With `setsPassword`, an existing login also gets the password
 * of the URL.
 */
export async function prepareApplicationLogin(
  ownerUrl: string,
  applicationUrl: string,
  { setsPassword = false } = {},
): Promise<void> {
  const { username, password } = new URL(applicationUrl)
  const name = decodeURIComponent(username)
  const secret = decodeURIComponent(password)
  const client = new pg.Client(sessionConfig(ownerUrl))
  await client.connect()
  try {
    const login = await loginOf(client, name)
    if (login.is_owner)
      throw new MigrationError(
        `The login "${name}" of DATABASE_URL owns the tables or bypasses row-level security. Use another login for DATABASE_URL, or unset MIGRATION_DATABASE_URL and use one login for both.`,
      )
    const identifier = client.escapeIdentifier(name)
    // Send the verifier instead of the password, because statements end up in logs.
    const withPassword = `login password ${client.escapeLiteral(passwordVerifier(secret))}`
    if (!login.exists) await client.query(`create role ${identifier} ${withPassword}`)
    else if (setsPassword) await client.query(`alter role ${identifier} ${withPassword}`)
    if (!login.is_member) await client.query(`grant signalbox_app to ${identifier}`)
    // Before Postgres 15 every role can create tables and functions in "public".
    const canCreate = "select has_schema_privilege($1, 'public', 'create') as may_create"
    const [found] = checkedRows(canCreateRow, (await client.query(canCreate, [name])).rows, canCreate)
    if (found?.may_create) await client.query("revoke create on schema public from public").catch(() => {})
  } catch (error) {
    throw isPrivilegeMissing(error) ? new MigrationError(createLoginRefused(name)) : error
  } finally {
    await client.end()
  }
}

async function loginOf(client: pg.Client, name: string): Promise<Login> {
  const [login] = checkedRows(loginRow, (await client.query(findLogin, [name])).rows, findLogin)
  return login ?? { exists: false, is_owner: false, is_member: false }
}

const findLogin = `select true as exists, pg_has_role(r.oid, 'signalbox_app', 'member') as is_member,
    r.rolsuper or r.rolbypassrls or exists (
      select from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
        and pg_has_role(r.oid, c.relowner, 'member')) as is_owner
  from pg_roles r where r.rolname = $1`

const insufficientPrivilege = "42501"
const isPrivilegeMissing = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === insufficientPrivilege

const createLoginRefused = (name: string) =>
  `The login of MIGRATION_DATABASE_URL may not create the login "${name}" of DATABASE_URL. As an administrator: create role "${name}" login password '...'; grant signalbox_app to "${name}";`

const iterations = 4_096

/**
 * Computes what Postgres stores of a password (SCRAM-SHA-256, RFC 5803), so that the password itself appears in no
 * statement.
 */
function passwordVerifier(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, iterations, 32, "sha256")
  const hmac = (text: string) => createHmac("sha256", salted).update(text).digest()
  const storedKey = createHash("sha256").update(hmac("Client Key")).digest("base64")
  return `SCRAM-SHA-256$${iterations}:${salt.toString("base64")}$${storedKey}:${hmac("Server Key").toString("base64")}`
}
