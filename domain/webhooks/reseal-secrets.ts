/** Moves everything sealed under the ring's first key, so that an older key can be taken out of the ring. */
import { log } from "@/domain/log"
import { resealed } from "@/domain/vault"
import { acrossTeams, rows, type Sql, sql } from "@/prisma/client"
import { headersPlace, secretPlace, signingKeyPlace } from "./sealed-places"

/** `kept`: what could not be opened; the ring lacks its key. */
export type Resealed = { moved: number; kept: number }

/** Across teams: the ring is the installation's. Running twice at once, or stopping half-way, harms nothing. */
export const resealSecrets = (): Promise<Resealed> =>
  acrossTeams(async () => {
    const done = { moved: 0, kept: 0 }
    for (const table of tables) await resealTable(table, done)
    return done
  })

const perPage = 500

type Row = { id: string; team_id: string; sealed: Buffer; endpoint_id: string; version: number }
type Table = { columns: Sql; table: Sql; sealed: Sql; place(row: Row): string }

const tables: Table[] = [
  {
    ...{ table: sql`webhook_secret`, sealed: sql`sealed`, columns: sql`id, team_id, endpoint_id, version, sealed` },
    place: ({ endpoint_id, version }) => secretPlace(endpoint_id, version),
  },
  {
    ...{ table: sql`webhook_signing_key`, sealed: sql`sealed`, columns: sql`id, team_id, sealed` },
    place: ({ team_id, id }) => signingKeyPlace(team_id, id),
  },
  {
    ...{
      table: sql`webhook_endpoint`,
      sealed: sql`headers_sealed`,
      columns: sql`id, team_id, headers_sealed as sealed`,
    },
    place: ({ id }) => headersPlace(id),
  },
]

async function resealTable({ table, sealed, columns, place }: Table, done: Resealed) {
  let after = ""
  for (;;) {
    const page = await rows<Row>(sql`select ${columns} from ${table}
      where id > ${after} and ${sealed} is not null order by id limit ${perPage}`)
    for (const row of page) {
      const moved = moveOrTell(row, place(row))
      if (moved === "failed") done.kept++
      if (!moved || moved === "failed") continue
      await rows(sql`update ${table} set ${sealed} = ${Buffer.from(moved)}
        where team_id = ${row.team_id} and id = ${row.id} and ${sealed} = ${row.sealed}`)
      done.moved++
    }
    if (page.length < perPage) return
    after = page.at(-1)?.id ?? ""
  }
}

function moveOrTell({ id, sealed }: Row, place: string) {
  try {
    return resealed(sealed, place)
  } catch (error) {
    log.error({ err: error, id }, "what is sealed could not be opened: a key is missing from the ring")
    return "failed"
  }
}
