/** The subject of a signal: a metric, a goal, an AI-visibility project or a data source, with the ids to fetch it. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { openObject } from "./open-object"

export const subject = openObject({
  kind: z
    .enum(["metric", "goal", "ai_project", "data_source"])
    .meta({ description: "The type of the subject. It determines which of the IDs are present." }),
  metric_id: z.string().optional(),
  data_source_id: id("dataSource").optional(),
  goal_id: id("goal").optional(),
  project_id: id("aiProject").optional(),
  brand_id: id("brand").optional(),
  engine_id: z.string().optional(),
  filter: z
    .record(z.string(), z.unknown())
    .optional()
    .meta({ description: "The part of the metric that was examined." }),
})
