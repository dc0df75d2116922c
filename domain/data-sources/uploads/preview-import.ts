/** Starts a preview of an uploaded file: how it is read and what its import would change. Nothing is stored. */
import { z } from "zod"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { importChoices } from "./import-choices"
import { queueUpload } from "./queue-upload"
import { requireUpload, upload } from "./upload"

export const previewImport = defineOperation({
  id: "dataSources.previewImport",
  summary: "Preview the import of an uploaded file",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({ upload_id: id("metricsUpload"), choices: importChoices }),
  output: upload,
  fails: ["state_conflict"],
  async handle(ctx, { upload_id, choices }) {
    await prisma.$transaction((tx) => queueUpload(tx, ctx.team.id, upload_id, "checking", choices))
    return { data: await requireUpload(ctx.team.id, upload_id) }
  },
})
