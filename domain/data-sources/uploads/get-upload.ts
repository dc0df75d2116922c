/** Returns an uploaded file with its preview, its progress and the result of its import. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { requireUpload, upload } from "./upload"

export const getUpload = defineOperation({
  id: "dataSources.getUpload",
  summary: "Get an uploaded file",
  audience: "team",
  kind: "query",
  role: "member",
  input: z.strictObject({ upload_id: id("metricsUpload") }),
  output: upload,
  handle: async ({ team }, { upload_id }) => ({ data: await requireUpload(team.id, upload_id) }),
})
