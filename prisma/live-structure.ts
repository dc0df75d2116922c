/**
 * Reads the parts of a database's structure that Prisma does not describe, one line each, so that databases can be
 * compared.
 */
import pg from "pg"
import { sessionConfig } from "./session-config"

export async function structureOf(url: string): Promise<Set<string>> {
  const client = new pg.Client(sessionConfig(url))
  await client.connect()
  try {
    const { rows } = await client.query<{ line: string }>(queries.join(" UNION "))
    return new Set(rows.map((row) => row.line))
  } finally {
    await client.end()
  }
}

const tables = "SELECT c.* FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')"

const queries = [
  `SELECT format('row-level security on %s (forced: %s)', relname, relforcerowsecurity) AS line
   FROM (${tables}) t WHERE relrowsecurity`,
  `SELECT format('policy %s on %s for %s to %s using %s with check %s', policyname, tablename, cmd, roles, qual, with_check)
   FROM pg_policies WHERE schemaname = 'public'`,
  `SELECT format('function %s (%s)', p.oid::regprocedure, md5(pg_get_functiondef(p.oid)))
   FROM pg_proc p WHERE pronamespace = 'public'::regnamespace AND prokind IN ('f', 'p')`,
  `SELECT format('trigger on %s (enabled: %s): %s', relname, tgenabled, pg_get_triggerdef(g.oid))
   FROM pg_trigger g JOIN (${tables}) t ON t.oid = g.tgrelid WHERE NOT tgisinternal`,
  `SELECT format('grant of %s on %s to %s', string_agg(a.privilege_type, ', ' ORDER BY a.privilege_type), relname, r.rolname)
   FROM (${tables}) t, aclexplode(t.relacl) a JOIN pg_roles r ON r.oid = a.grantee
   WHERE r.oid <> t.relowner GROUP BY relname, r.rolname`,
  `SELECT format('index %s', indexdef) FROM pg_indexes WHERE schemaname = 'public'`,
  `SELECT format('constraint %s on %s: %s', conname, relname, pg_get_constraintdef(k.oid))
   FROM pg_constraint k JOIN (${tables}) t ON t.oid = k.conrelid`,
]
