/** Writes files of AI answers for tests, in a temporary folder that is deleted at the end of the test run. */
import { randomUUID } from "node:crypto"
import { mkdirSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export type AnswerFileLine = {
  prompt_set?: string
  prompt_id?: string
  prompt?: string
  prompt_type?: string
  engine?: string
  run?: number
  asked_at?: string
  response?: string
  sources?: { url: string; title?: string }[]
  labelled_brands?: string[]
  labelled_products?: { brand: string; name: string }[]
}

/** A line about headphones, asked on 2 March 2026. `more` overrides its fields. */
export const answerLine = (more: AnswerFileLine = {}) => ({
  prompt_set: "headphones",
  prompt: "best headphones",
  engine: "chatgpt",
  run: 1,
  asked_at: "2026-03-02T10:00:00Z",
  response: "Sony and then Bose.",
  sources: [],
  labelled_brands: ["Sony", "Bose"],
  ...more,
})

/** The folder for the files of a test run. `pid` is the main process of the run, the parent of its workers. */
export const answerFilesFolder = (pid: number) => join(tmpdir(), `signalbox-answer-files-${pid}`)

/** Writes a file with these lines and returns its path. Strings are written unchanged. */
export function answerFile(lines: (AnswerFileLine | string)[]): string {
  const folder = answerFilesFolder(process.ppid)
  mkdirSync(folder, { recursive: true })
  const file = join(folder, `${randomUUID()}.jsonl`)
  writeFileSync(file, `${lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n")}\n`)
  return file
}
