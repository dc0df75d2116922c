/** Lists the declared breaks of a client's metrics. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { dateInput } from "@/domain/kernel/fields"
import { exampleId, id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { declaredBreak, findBreaks } from "@/domain/metrics/breaks"
import { findClient } from "./client"

export const listBreaks = defineOperation({
  id: "clients.listBreaks",
  summary: "List the breaks of a client's metrics",
  description: "Returns the days on which the tracking changed, in order of time.",
  audience: "team",
  kind: "query",
  input: z.strictObject({
    client_id: id("client"),
    from: dateInput("The first day of the period."),
    to: dateInput("The last day of the period, inclusive."),
  }),
  output: z.array(declaredBreak),
  example: [{ id: exampleId("annotation"), date: "2026-11-09", reason: "New consent banner" }],
  async handle({ team }, { client_id, from, to }) {
    if (!(await findClient(team.id, client_id))) throw notFound("client")
    return { data: await findBreaks(team.id, client_id, { from, to }) }
  },
})
