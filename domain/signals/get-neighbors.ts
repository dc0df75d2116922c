/** Gets the signals before and after a signal, in the order of `signals.list` and with its filters. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { requireKnownClient } from "@/domain/metrics/known-client"
import { join, rows, type Sql, sql } from "@/prisma/client"
import { conditions, listSignals, sorts } from "./list"

const neighbor = z.object({ id: id("signal"), title: z.string() }).nullable()
const neighbors = z.object({ previous: neighbor, next: neighbor })

export const getNeighbors = defineOperation({
  id: "signals.getNeighbors",
  summary: "Get the signals before and after a signal in a list",
  description:
    "Takes the filters and the sort order of `signals.list`. `previous` and `next` are `null` at the ends of the list. The signal itself does not have to match the filters: its position in the order counts.",
  audience: "team",
  kind: "query",
  input: listSignals.input.omit({ limit: true, cursor: true }).extend({ signal_id: id("signal") }),
  output: neighbors,
  async handle(ctx, { signal_id, sort, ...filters }) {
    const { team } = ctx
    await requireKnownClient(ctx, filters.client_id)
    const { column, descending } = sorts[sort]
    const position = sql`(select ${column}, s.id from signal s where s.team_id = ${team.id} and s.id = ${signal_id})`
    const where = join([sql`s.team_id = ${team.id}`, ...conditions(filters)], " and ")
    /** SQL: the listed signal next to the position, on one side of it. */
    const closest = (isBelow: boolean): Sql => sql`(
      select json_build_object('id', s.id, 'title', s.title) from signal s
      where ${where} and (${column}, s.id) ${isBelow ? sql`<` : sql`>`} ${position}
      order by ${column} ${isBelow ? sql`desc` : sql`asc`}, s.id ${isBelow ? sql`desc` : sql`asc`} limit 1)`
    const [found] = await rows(
      neighbors,
      sql`
        select ${closest(!descending)} as previous, ${closest(descending)} as next
        from signal where team_id = ${team.id} and id = ${signal_id}`,
    )
    if (!found) throw notFound("signal")
    return { data: found }
  },
})
