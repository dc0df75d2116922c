/** Creates the benchmarks' data with SQL statements that run as the database's owner. */
import pg from "pg"
import type { TeamFacts } from "@/domain/kernel/context"
import { freshKey } from "@/domain/testing/key"
import { freshTeam } from "@/domain/testing/team"

/** Runs one statement on a new connection as the database's owner, without a statement timeout. */
export async function asOwner(text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  try {
    return await client.query(text, values)
  } finally {
    await client.end()
  }
}

/** Creates a team with an API key and `clients` clients whose creation times are one minute apart. */
export async function teamWithClients(clients: number): Promise<{ team: TeamFacts; secret: string }> {
  process.env.SIGNALBOX_LIMITS ??= JSON.stringify({ agency: { keys: 1_000_000 } })
  const team = await freshTeam()
  const { secret } = await freshKey(team)
  await asOwner(
    `insert into client (id, team_id, name, slug, website_url, domains, industry, tags, created_at, updated_at)
     select 'cli_' || upper(lpad(to_hex(n), 8, '0') || right($1, 18)), $1, 'Client ' || n, 'client-' || n, 'https://client' || n || '.example',
       array['client' || n || '.example'], 'Retail', array['tag' || n % 10], now() - n * interval '1 minute', now() - n * interval '1 minute'
     from generate_series(1, $2) n`,
    [team.id, clients],
  )
  await asOwner("vacuum analyze client")
  return { team, secret }
}
