/** Queues the check or the import of an uploaded file. A trigger of the table notifies the processes. */
import { Problem } from "@/domain/kernel/errors"
import type { Prisma } from "@/prisma/client"
import type { ImportChoices } from "./import-choices"
import { partCount, requireUpload } from "./upload"

export async function queueUpload(
  tx: Prisma.TransactionClient,
  team_id: string,
  uploadId: string,
  state: "checking" | "importing",
  choices: ImportChoices,
) {
  const found = await requireUpload(team_id, uploadId, tx)
  if (found.state === "imported") throw new Problem("state_conflict", "This file is already imported.")
  if (found.state === "checking" || found.state === "importing")
    throw new Problem("state_conflict", "This file is being read. Wait until reading has finished.")
  const parts = await tx.metricsUploadPart.count({ where: { team_id, upload_id: uploadId } })
  if (parts < partCount(found.bytes))
    throw new Problem("state_conflict", "The file is not completely uploaded. Upload it again.")
  // `run` counts the requests to read the file, so that the result of an earlier request is dropped.
  await tx.metricsUpload.updateMany({
    where: { team_id, id: uploadId },
    data: { state, choices, progress: 0, attempt: 0, lease_until: null, problem: null, run: { increment: 1 } },
  })
  return found
}
