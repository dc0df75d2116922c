/**
 * Scans of a selection: they ask only some engines or prompts of their project. Their answers and metrics are stored,
 * but trends, comparisons and signals leave them out (domain/kernel/trend-scans.ts).
 */
import { z } from "zod"
import { type FieldError, Problem, parameterError } from "@/domain/kernel/errors"
import { pluralize } from "@/domain/kernel/format-count"
import { id } from "@/domain/kernel/ids"
import { idRow } from "@/domain/kernel/rows"
import { type Prisma, rowsIn, sql } from "@/prisma/client"

export const scanSelection = z
  .object({
    engines: z.array(z.string()).meta({ description: "The engines that the scan asks." }),
    prompts_n: z.int().meta({ description: "The number of prompts that the scan asks." }),
  })
  .meta({ id: "ScanSelection" })

/** What the caller chose. Without a list, all engines or prompts are asked. */
export const scanChoice = {
  engines: z.array(z.string().max(60)).min(1).max(10).optional(),
  prompt_ids: z.array(id("prompt")).min(1).max(200).optional(),
}
export type ScanChoice = { engines?: readonly string[] | undefined; prompt_ids?: readonly string[] | undefined }

export type ScanSelection = { engines: string[]; promptIds: string[] }

/**
 * Returns null if the choice covers all active prompts and all engines of the project. Throws `parameter_invalid` if it
 * names others.
 */
export async function resolveSelection(
  tx: Prisma.TransactionClient,
  team_id: string,
  project_id: string,
  { engines, prompt_ids }: ScanChoice,
): Promise<ScanSelection | null> {
  if (!engines && !prompt_ids) return null
  const { asked_engines } = await tx.aiProject.findFirstOrThrow({ where: { team_id, id: project_id } })
  const active = await rowsIn(
    tx,
    idRow,
    sql`select id from ai_prompt where team_id = ${team_id} and project_id = ${project_id} and status = 'active'`,
  )
  const activeIds = active.map((prompt) => prompt.id)
  const selection = {
    engines: selectKnown(asked_engines, engines, (unknown) =>
      parameterError(
        "engines",
        `The project does not ask ${unknown.length === 1 ? "one of these engines" : `${unknown.length} of these engines`}.`,
        `Its engines: ${asked_engines.join(", ") || "none"}.`,
      ),
    ),
    promptIds: selectKnown(activeIds, prompt_ids, (unknown) =>
      parameterError(
        "prompt_ids",
        `${unknown.length} of ${pluralize(prompt_ids?.length ?? 0, "prompt")} ${unknown.length === 1 ? "is no active prompt" : "are not active prompts"} of this project.`,
        "Use the IDs of active prompts.",
      ),
    ),
  }
  const isEverything = selection.engines.length === asked_engines.length && selection.promptIds.length === active.length
  return isEverything ? null : selection
}

/** The settings of a scan that asks only the selection, for `sizeOfScan`. */
export const settingsOfSelection = (selection: ScanSelection | null) =>
  selection ? { asked_engines: selection.engines, prompt_ids: selection.promptIds } : {}

/**
 * Returns the chosen values in the order of `known`, or all of `known` without a choice. Throws the error that
 * `describeUnknown` returns if some are not known.
 */
function selectKnown(
  known: string[],
  chosen: readonly string[] | undefined,
  describeUnknown: (unknown: string[]) => FieldError,
): string[] {
  if (!chosen) return known
  const unknown = [...new Set(chosen)].filter((value) => !known.includes(value))
  if (unknown.length === 0) return known.filter((value) => chosen.includes(value))
  const error = describeUnknown(unknown)
  throw new Problem("parameter_invalid", error.detail, { errors: [error] })
}
