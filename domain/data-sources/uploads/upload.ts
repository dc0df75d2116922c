/** Defines an uploaded file as the browser sees it, and finds it by its ID. */
import { z } from "zod"
import { notFound } from "@/domain/kernel/errors"
import { id } from "@/domain/kernel/ids"
import { providers } from "@/domain/metrics/provider"
import { type Prisma, prisma, rowsIn, sql } from "@/prisma/client"
import { importPreview } from "../imports/preview-schema"
import { importChoices } from "./import-choices"

/**
 * The browser sends a file in parts of this size. As base64 in JSON, a part stays below the size limit of a request.
 */
export const partBytes = 524_288

const uploadStates = ["receiving", "checking", "ready", "importing", "imported"] as const

export const importResult = z.object({
  provider: z.enum(providers),
  accounts: z.array(z.string()),
  data_source_ids: z.array(z.string()),
  lines_read: z.int(),
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  facts_added: z.int(),
  facts_restated: z.int(),
  facts_unchanged: z.int(),
  totals: z.record(z.string(), z.number()),
  days_left_out: z.array(z.string()),
})

export const upload = z.object({
  id: id("metricsUpload"),
  client_id: id("client"),
  file_name: z.string(),
  bytes: z.int(),
  state: z.enum(uploadStates),
  choices: importChoices,
  /** From 0 to 1, while the file is checked or imported. */
  progress: z.number(),
  preview: importPreview.nullable(),
  result: importResult.nullable(),
  /** Why the file cannot be read, or why its import failed. */
  problem: z.string().nullable(),
})

const uploadColumns = sql`id, client_id, file_name, bytes, state, choices, progress, preview, result, problem`

/** Locks the upload if `tx` is given. Throws `resource_not_found` for deleted uploads and those of other teams. */
export async function requireUpload(teamId: string, uploadId: string, tx: Prisma.TransactionClient = prisma) {
  const lock = tx === prisma ? sql`` : sql`for update`
  const [found] = await rowsIn(
    tx,
    upload,
    sql`select ${uploadColumns} from metrics_upload where team_id = ${teamId} and id = ${uploadId} ${lock}`,
  )
  if (!found) throw notFound("uploaded file")
  return found
}

export const partCount = (bytes: number) => Math.ceil(bytes / partBytes)
