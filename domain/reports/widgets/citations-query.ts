/** Defines the query of a citations widget: which sources of an AI-visibility project it lists. */
import { z } from "zod"
import { sourceClass } from "@/domain/answers/extraction/sources"
import { id } from "@/domain/kernel/ids"

export const citationsQuery = z.strictObject({
  project_id: id("aiProject"),
  entity: z.enum(["domain", "url"]).default("domain"),
  source_class: z.array(sourceClass).min(1).optional(),
  engine: z.string().max(60).optional(),
  limit: z.int().min(1).max(50).default(10),
})
export type CitationsQuery = z.output<typeof citationsQuery>
