/** Starts the import of an uploaded file. It is imported as a whole or not at all. */
import { z } from "zod"
import { recordAudit } from "@/domain/audit/record"
import { Problem } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { defineOperation } from "@/domain/kernel/operation"
import { prisma } from "@/prisma/client"
import { importChoices } from "./import-choices"
import { queueUpload } from "./queue-upload"
import { requireUpload, upload } from "./upload"

export const importFile = defineOperation({
  id: "dataSources.importFile",
  summary: "Import an uploaded file",
  audience: "team",
  kind: "mutation",
  role: "member",
  input: z.strictObject({ upload_id: id("metricsUpload"), choices: importChoices }),
  output: upload,
  fails: ["state_conflict"],
  async handle(ctx, { upload_id, choices }) {
    const team_id = ctx.team.id
    await prisma.$transaction(async (tx) => {
      const { client_id, file_name } = await queueUpload(tx, team_id, upload_id, "importing", choices)
      const client = await tx.client.findFirst({
        where: { team_id, id: client_id },
        select: { name: true, status: true },
      })
      if (client?.status === "archived")
        throw new Problem("state_conflict", "The client is archived. Restore it before you import metrics.")
      const after = { name: file_name, client: client?.name, ...choices }
      await recordAudit(ctx, { action: "data_source.file_imported", subject_id: client_id, after }, tx)
    })
    return { data: await requireUpload(team_id, upload_id) }
  },
})
