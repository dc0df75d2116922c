/** Defines the sender of a team's reports: the name and the logo that clients see. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { type Prisma, prisma, rowsIn, sql } from "@/prisma/client"
import { logo } from "./logo"

export const sender = z.object({
  name: z.string().meta({ description: "The name that reports show." }),
  custom_name: z
    .string()
    .nullable()
    .meta({ description: "The name that the team chose for its reports. Without one, reports show the team's name." }),
  logo: logo.nullable().meta({ description: "The logo that reports show in place of the name." }),
})
export type Sender = z.infer<typeof sender>

/** Inside a transaction, pass its client as `tx`. */
export async function findSender(teamId: string, tx: Prisma.TransactionClient = prisma): Promise<Sender> {
  const [found] = await rowsIn(
    tx,
    sender,
    sql`
      select coalesce(s.name, t.name) as name, s.name as custom_name, case when s.logo_hash is not null then
        json_build_object('hash', s.logo_hash, 'type', s.logo_type, 'width', s.logo_width, 'height', s.logo_height)
        end as logo
      from team t left join report_sender s on s.team_id = t.id
      where t.id = ${teamId}`,
  )
  if (!found) throw notFound("team")
  return found
}
