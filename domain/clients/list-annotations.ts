/** Lists the annotations of a client's metrics. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { dateInput } from "@/domain/kernel/fields"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { annotation, exampleAnnotation, findAnnotations } from "@/domain/metrics/annotations"
import { findClient } from "./client"

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
  example: [exampleAnnotation],
  async handle({ team }, { client_id, from, to }) {
    if (!(await findClient(team.id, client_id))) throw notFound("client")
    return { data: await findAnnotations(team.id, client_id, { from, to }) }
  },
})
