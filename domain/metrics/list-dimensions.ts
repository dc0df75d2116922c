/** Lists the dimensions that metrics can be broken down by. */
import { z } from "zod"
import { defineOperation } from "@/domain/kernel/operation"
import { dimension, dimensions } from "./dimension"

export const listDimensions = defineOperation({
  id: "metrics.listDimensions",
  summary: "List the dimensions of metrics",
  description: "Returns every dimension by which metrics can be broken down or filtered, such as campaign or device.",
  audience: "team",
  kind: "query",
  scope: "metrics:read",
  rest: { path: "/dimensions", tag: "Metrics" },
  input: z.strictObject({}),
  output: z.array(dimension),
  example: dimensions.filter(({ id }) => id === "campaign"),
  async handle() {
    return { data: [...dimensions] }
  },
})
