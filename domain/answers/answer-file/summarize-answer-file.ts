/**
 * First pass over a file of answers: collects its prompt sets, prompts, engines, labels and inferred scans, but no
 * answers.
 */
import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { stat } from "node:fs/promises"
import { canonicalUrl } from "../extraction/canonical-url"
import { type AnswerLine, type LineError, parseAnswerLine } from "./answer-line"
import { addMoment, type InferredScan } from "./inferred-scans"
import { readLines } from "./read-lines"

export type PromptSetSummary = {
  /** Text -> the file's id of the prompt, and its tags. */
  prompts: Map<string, { externalId: string | null; tags: Set<string> }>
  /** Label -> number of answers with it. */
  labels: Map<string, number>
  citedDomains: Set<string>
  inferredScans: InferredScan[]
}

export type AnswerFileSummary = {
  /** By prompt set; "" for answers without one. */
  sets: Map<string, PromptSetSummary>
  engines: Set<string>
  /** The first invalid lines, at most `maxLineErrors`. */
  lineErrors: LineError[]
  lineErrorsTotal: number
  fileSha256: string
  bytes: number
}

export const maxLineErrors = 1_000

export async function summarizeAnswerFile(
  file: string,
  onProgress: (doneBytes: number) => void,
): Promise<AnswerFileSummary> {
  const { size: bytes } = await stat(file)
  const summary: AnswerFileSummary = {
    sets: new Map(),
    engines: new Set(),
    lineErrors: [],
    lineErrorsTotal: 0,
    fileSha256: await sha256Of(file),
    bytes,
  }
  for await (const line of readLines(file)) {
    const parsed = parseAnswerLine(line)
    if ("answer" in parsed) addAnswer(summary, parsed.answer)
    else if (++summary.lineErrorsTotal <= maxLineErrors) summary.lineErrors.push(parsed.lineError)
    onProgress(line.doneBytes)
  }
  return summary
}

function addAnswer({ sets, engines }: AnswerFileSummary, answer: AnswerLine) {
  const name = answer.prompt_set ?? ""
  const set: PromptSetSummary = sets.get(name) ?? {
    prompts: new Map(),
    labels: new Map(),
    citedDomains: new Set(),
    inferredScans: [],
  }
  sets.set(name, set)
  engines.add(answer.engine)
  const prompt = set.prompts.get(answer.prompt) ?? { externalId: answer.prompt_id ?? null, tags: new Set() }
  set.prompts.set(answer.prompt, prompt)
  if (answer.prompt_type) prompt.tags.add(answer.prompt_type)
  for (const label of new Set(answer.labelled_brands)) set.labels.set(label, (set.labels.get(label) ?? 0) + 1)
  for (const { url } of answer.sources) {
    const source = url ? canonicalUrl(url) : null
    if (source) set.citedDomains.add(source.registrable_domain)
  }
  addMoment(set.inferredScans, Date.parse(answer.asked_at))
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash("sha256")
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest("hex")
}
