/** Records additive migrations in the database, so that running processes which do not know them continue to work. */
import pg from "pg"
import { sessionConfig } from "./session-config"

/** Does nothing before the migration that creates the table. */
export async function listAdditive(url: string, names: string[]) {
  const client = new pg.Client(sessionConfig(url))
  await client.connect()
  try {
    const { rows } = await client.query("select to_regclass('public.additive_migration') is not null as is_there")
    if (!rows[0]?.is_there) return
    const unlisted = "select n from unnest($1::text[]) n where n not in (select name from additive_migration)"
    await client.query(`insert into additive_migration (name) ${unlisted} on conflict do nothing`, [names])
  } finally {
    await client.end()
  }
}
