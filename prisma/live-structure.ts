/**
 * Reads the parts of a database's structure that Prisma does not describe, one line each, so that databases can be
 * compared.
 */
import pg from "pg"
import { z } from "zod"
import { checkedRows } from "./checked-rows"
import { sessionConfig } from "./session-config"

export async function structureOf(url: string): Promise<Set<string>> {
  const client = new pg.Client(sessionConfig(url))
  await client.connect()
  try {
    const statement = queries.join(" union ")
    const lines = checkedRows(lineRow, (await client.query(statement)).rows, statement)
    return new Set(lines.map(({ line }) => line))
  } finally {
    await client.end()
  }
}

const lineRow = z.object({ line: z.string() })

const tables = "select c.* from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')"

const queries = [
  `select format('row-level security on %s (forced: %s)', relname, relforcerowsecurity) as line
   from (${tables}) t where relrowsecurity`,
  `select format('policy %s on %s for %s to %s using %s with check %s', policyname, tablename, cmd, roles, qual, with_check)
   from pg_policies where schemaname = 'public'`,
  `select format('function %s (%s)', p.oid::regprocedure, md5(pg_get_functiondef(p.oid)))
   from pg_proc p where pronamespace = 'public'::regnamespace and prokind in ('f', 'p')`,
  `select format('trigger on %s (enabled: %s): %s', relname, tgenabled, pg_get_triggerdef(g.oid))
   from pg_trigger g join (${tables}) t on t.oid = g.tgrelid where not tgisinternal`,
  `select format('grant of %s on %s to %s', string_agg(a.privilege_type, ', ' order by a.privilege_type), relname, r.rolname)
   from (${tables}) t, aclexplode(t.relacl) a join pg_roles r on r.oid = a.grantee
   where r.oid <> t.relowner group by relname, r.rolname`,
  `select format('index %s', indexdef) from pg_indexes where schemaname = 'public'`,
  `select format('constraint %s on %s: %s', conname, relname, pg_get_constraintdef(k.oid))
   from pg_constraint k join (${tables}) t on t.oid = k.conrelid`,
]
