/** Writes a batch of answers of one project. Existing answers stay unchanged. */
import { z } from "zod"
import { type AnswerLine, type LineError, sourcesOf } from "@/domain/answers/answer-file/answer-line"
import { answerReader } from "@/domain/answers/answer-file/answer-mentions"
import { inferredScanAt } from "@/domain/answers/answer-file/inferred-scans"
import { distinctSources } from "@/domain/answers/extraction/sources"
import { newId } from "@/domain/kernel/ids"
import { type Prisma, rowsIn, sql } from "@/prisma/client"
import { insertAnsweredTasks } from "../answered-scan"
import { type NewAnswer, recordAnswers } from "../record-answers"
import type { FileEngine } from "./file-engines"
import type { PreparedProject } from "./prepare-project"

export type NumberedAnswer = { line: number; answer: AnswerLine }
export type BatchCount = {
  added: number
  unchanged: number
  mentions: number
  citations: number
  lineErrors: LineError[]
  scans: Set<string>
}

export async function importBatch(
  tx: Prisma.TransactionClient,
  project: PreparedProject,
  engines: Map<string, FileEngine>,
  batch: readonly NumberedAnswer[],
): Promise<BatchCount> {
  const slots = batch.map((numbered) => ({ ...numbered, slot: slotOf(project, engines, numbered.answer) }))
  const tasks = slots.map(({ slot }) => slot)
  const insertedIds = await insertAnsweredTasks(tx, project.team_id, tasks)
  const added = slots.filter(({ slot }) => insertedIds.has(slot.task_id))
  const present = slots.filter(({ slot }) => !insertedIds.has(slot.task_id))
  const mentionsIn = answerReader(project.brands)
  const records = added.map(({ answer, slot }) => recordOf(project, mentionsIn, answer, slot))
  const counts = await recordAnswers(tx, project, records)
  const lineErrors = await conflicts(tx, project, present)
  const scans = new Set(records.map((record) => record.scan_id))
  return { added: added.length, unchanged: present.length - lineErrors.length, ...counts, lineErrors, scans }
}

type Slot = ReturnType<typeof slotOf>

/** Identifies the answer within its scan: a scan has one answer per prompt, engine and run. */
function slotOf({ prompts, inferredScans }: PreparedProject, engines: Map<string, FileEngine>, answer: AnswerLine) {
  const at = Date.parse(answer.asked_at)
  const engine = engines.get(answer.engine) as FileEngine
  return {
    task_id: newId("task", at),
    scan_id: (inferredScanAt(inferredScans, at) as { scanId: string }).scanId,
    prompt_id: prompts.get(answer.prompt) as string,
    engine_id: engine.id,
    region: "",
    run_index: answer.run,
    engine_config_hash: engine.configHash,
  }
}

function recordOf(
  { brands }: PreparedProject,
  mentionsIn: ReturnType<typeof answerReader>,
  answer: AnswerLine,
  slot: Slot,
): NewAnswer {
  return {
    ...slot,
    id: newId("answer", Date.parse(answer.asked_at)),
    model_version: null,
    asked_at: answer.asked_at,
    text: answer.response,
    mentions: mentionsIn(answer),
    sources: distinctSources(sourcesOf(answer), brands),
    is_labelled: answer.labelled_brands !== undefined,
  }
}

/**
 * Reports the lines whose slot has a stored answer with a different text. With the same text, it is the same answer.
 */
async function conflicts(
  tx: Prisma.TransactionClient,
  { team_id }: PreparedProject,
  present: (NumberedAnswer & { slot: Slot })[],
) {
  if (present.length === 0) return []
  const given = present.map(({ line, answer, slot }) => ({ line, text: answer.response, ...slot }))
  const rows = await rowsIn(
    tx,
    lineRow,
    sql`
      select r.line from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
        as r(line int, text text, scan_id text, prompt_id text, engine_id text, region text, run_index smallint)
      join scan_task t using (scan_id, prompt_id, engine_id, region, run_index)
      join answer a on a.task_id = t.id and a.team_id = ${team_id}
      where t.team_id = ${team_id} and a.text_sha256 <> sha256(convert_to(r.text, 'UTF8'))`,
  )
  const detail =
    "This prompt, engine and run already has a different answer with the same time. The stored answer was not changed."
  return rows.map(({ line }) => ({ line, detail }))
}

const lineRow = z.object({ line: z.number() })
