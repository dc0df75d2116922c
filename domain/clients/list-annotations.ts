/** Lists the annotations of a client's metrics. */
import { z } from "zod"
import { dateInput } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { annotation, findAnnotations } from "@/domain/metrics/annotations"
import { requireClient } from "./client"

export const listAnnotations = defineOperation({
  id: "clients.listAnnotations",
  summary: "List the annotations of a client's metrics",
  description: "Returns tracking changes, launches, algorithm updates and notes, in order of time.",
  audience: "team",
  kind: "query",
  input: z.strictObject({
    client_id: id("client"),
    from: dateInput("The first day of the period."),
    to: dateInput("The last day of the period, inclusive."),
  }),
  output: z.array(annotation),
  async handle({ team }, { client_id, from, to }) {
    await requireClient(team.id, client_id)
    return { data: await findAnnotations(team.id, client_id, { from, to }) }
  },
})
