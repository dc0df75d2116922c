/** Lists the templates from which reports are created. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { templateIds, templates } from "./templates"

export const listTemplates = defineOperation({
  id: "reports.listTemplates",
  summary: "List the templates of reports",
  audience: "team",
  kind: "query",
  input: z.strictObject({}),
  output: z.array(z.object({ id: z.enum(templateIds), name: z.string(), description: z.string() })),
  async handle() {
    return { data: templateIds.map((id) => ({ id, ...describeTemplate(id) })) }
  },
})

function describeTemplate(id: (typeof templateIds)[number]) {
  const { name, description } = templates[id]
  return { name, description }
}
