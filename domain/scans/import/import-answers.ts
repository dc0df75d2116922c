/**
 * Imports a file of AI answers, with one project per prompt set. An import that fails stores nothing, except for new
 * engines. Importing the same file again changes nothing.
 */
import { type LineError, parseAnswerLine } from "@/domain/answers/answer-file/answer-line"
import { readLines } from "@/domain/answers/answer-file/read-lines"
import {
  type AnswerFileSummary,
  maxLineErrors,
  summarizeAnswerFile,
} from "@/domain/answers/answer-file/summarize-answer-file"
import { inTeam, longTransaction, type Prisma, prisma } from "@/prisma/client"
import { finishAnsweredScan } from "../answered-scan"
import { type FileEngine, findOrCreateEngines } from "./file-engines"
import { findOrCreateClient } from "./find-or-create-client"
import { importBatch, type NumberedAnswer } from "./import-batch"
import { type PreparedProject, prepareProject } from "./prepare-project"

export type AnswersImport = {
  teamId: string
  /** Path of a file with one JSON object per line. See answers/answer-file/answer-line.ts. */
  file: string
  /** Project name. With several prompt sets in the file, projects are named "<project> / <prompt set>". */
  project: string
  /**
   * Client by id, slug, external ID or name. An unknown value creates a client with that name. Default: the project's
   * name.
   */
  client?: string | undefined
  /** Name of your brand. Default: the brand that most answers are labelled with. */
  own?: string | undefined
  onProgress?(doneBytes: number): void
  now?: Date
}

export type AnswersImported = {
  projects: number
  prompts: number
  answers_read: number
  answers_added: number
  answers_unchanged: number
  mentions: number
  citations: number
  /**
   * Skipped lines in file order: about the first 2,000, of which at most 1,000 are invalid lines. The others hold an
   * answer that conflicts with a stored one. `errors_total` counts all.
   */
  errors: LineError[]
  errors_total: number
}

const hourMs = 3_600_000

/** Reads the file twice. `onProgress` counts each pass as half of the bytes. */
export async function importAnswers(answersImport: AnswersImport): Promise<AnswersImported> {
  const { teamId, file, onProgress = () => {} } = answersImport
  const summary = await summarizeAnswerFile(file, (bytes) => onProgress(bytes / 2))
  const onSecondPass = (bytes: number) => onProgress((bytes + summary.bytes) / 2)
  return inTeam(teamId, async () => {
    // In a transaction of their own, because all teams share the engines: an import of another team must not wait.
    const engines = await prisma.$transaction((tx) => findOrCreateEngines(tx, summary.engines))
    const work = (tx: Prisma.TransactionClient) => importSummarized(tx, answersImport, summary, engines, onSecondPass)
    return longTransaction(hourMs, work, 6 * hourMs)
  })
}

async function importSummarized(
  tx: Prisma.TransactionClient,
  answersImport: AnswersImport,
  summary: AnswerFileSummary,
  engines: Map<string, FileEngine>,
  onProgress: (doneBytes: number) => void,
): Promise<AnswersImported> {
  const projects = await prepareProjects(tx, answersImport, summary)
  const total = { answers_read: 0, answers_added: 0, answers_unchanged: 0, mentions: 0, citations: 0 }
  const errors = [...summary.lineErrors]
  let errors_total = summary.lineErrorsTotal
  const scans = new Map<string, PreparedProject>()
  for await (const { project, batch, doneBytes } of batches(answersImport.file, summary.bytes, projects)) {
    const count = await importBatch(tx, project, engines, batch)
    total.answers_read += batch.length
    total.answers_added += count.added
    total.answers_unchanged += count.unchanged
    total.mentions += count.mentions
    total.citations += count.citations
    errors_total += count.lineErrors.length
    if (errors.length < 2 * maxLineErrors) errors.push(...count.lineErrors)
    for (const scan of count.scans) scans.set(scan, project)
    onProgress(doneBytes)
  }
  for (const [scan_id, project] of scans)
    await finishAnsweredScan(tx, { team_id: project.team_id, project_id: project.project_id, scan_id })
  const prompts = [...summary.sets.values()].reduce((n, set) => n + set.prompts.size, 0)
  return { projects: projects.size, prompts, ...total, errors: errors.sort((a, b) => a.line - b.line), errors_total }
}

async function prepareProjects(tx: Prisma.TransactionClient, answersImport: AnswersImport, summary: AnswerFileSummary) {
  const { teamId, own, now = new Date() } = answersImport
  const projects = new Map<string, PreparedProject>()
  if (summary.sets.size === 0) return projects
  const clientId = await findOrCreateClient(tx, teamId, answersImport.client ?? answersImport.project, now)
  for (const [name, set] of summary.sets) {
    const isOnly = summary.sets.size === 1
    const options = {
      teamId,
      clientId,
      name: isOnly || !name ? answersImport.project : `${answersImport.project} / ${name}`,
      own,
      fileSha256: summary.fileSha256,
      now,
    }
    projects.set(name, await prepareProject(tx, options, set))
  }
  return projects
}

/** A batch ends after this number of answers, or after this part of the file. */
const batchLines = 500
const batchBytes = 8 * 1024 * 1024

/** Yields the answers in batches of one project each. Memory stays bounded for any order of the lines. */
async function* batches(file: string, bytes: number, projects: Map<string, PreparedProject>) {
  const waiting = new Map<PreparedProject, NumberedAnswer[]>()
  let [waitingLines, flushedBytes] = [0, 0]
  for await (const line of readLines(file)) {
    const read = parseAnswerLine(line)
    const project = "answer" in read && projects.get(read.answer.prompt_set ?? "")
    if (!project) continue
    waiting.set(project, [...(waiting.get(project) ?? []), { line: line.number, answer: read.answer }])
    waitingLines++
    if (waitingLines < batchLines && line.doneBytes - flushedBytes < batchBytes) continue
    for (const [project, batch] of waiting) yield { project, batch, doneBytes: line.doneBytes }
    waiting.clear()
    waitingLines = 0
    flushedBytes = line.doneBytes
  }
  for (const [project, batch] of waiting) yield { project, batch, doneBytes: bytes }
}
