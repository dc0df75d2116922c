/** Checks docs/answer-files.md: its table, its sample, and how the commands handle invalid files. */
import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { answerFields, parseAnswerLine } from "@/domain/answers/answer-file/answer-line"
import { readLines } from "@/domain/answers/answer-file/read-lines"
import { answerFile } from "@/domain/testing/answer-lines"
import { startCommand } from "@/scripts/testing/command"

const sample = "docs/answers.sample.jsonl"
const page = readFileSync("docs/answer-files.md", "utf8")

async function score(file: string) {
  const { ended, printed } = startCommand("score", ["visibility", file])
  return { exitCode: await ended, ...printed }
}

describe("docs/answer-files.md", () => {
  it("lists every field and whether it is required", () => {
    const rows = [...page.matchAll(/^\| `(\w+)` \| (yes|no) \|/gm)].map(([, name = "", required]) => [name, required])
    const fields = Object.entries(answerFields).map(([name, field]) => [
      name,
      field.safeParse(undefined).success ? "no" : "yes",
    ])
    expect(new Map(rows as [string, string][])).toEqual(new Map(fields as [string, string][]))
  })

  it("shows a valid line, and a sample that uses every field and has only valid lines", async () => {
    const [, line = ""] = /```json\n(.*)\n```/.exec(page) ?? []
    expect(parseAnswerLine({ number: 1, text: line, doneBytes: 0 })).toHaveProperty("answer.engine", "chatgpt")
    const used = new Set<string>()
    for await (const line of readLines(sample)) {
      expect(parseAnswerLine(line)).toHaveProperty("answer")
      for (const field of Object.keys(JSON.parse(line.text ?? ""))) used.add(field)
    }
    expect(used).toEqual(new Set(Object.keys(answerFields)))
  })
})

describe("npm run score", () => {
  it("computes metrics from the sample", async () => {
    const { exitCode, out, err } = await score(sample)
    expect([exitCode, err]).toEqual([0, ""])
    expect(JSON.parse(out)).toMatchObject({ answers: 6, lines_left_out: 0, detection: { recall: 1 } })
  })

  it("lists the lines that it skips, and prints the metrics of the others", async () => {
    const { exitCode, out, err } = await score(
      answerFile([{ prompt: "best shoes" }, ...readFileSync(sample, "utf8").trim().split("\n")]),
    )
    expect([exitCode, JSON.parse(out).lines_left_out]).toEqual([0, 1])
    expect(err).toContain("1 line was skipped:")
    expect(err).toContain("line 1: engine:")
  })

  it.each([
    ["every line was skipped", ["not JSON", { response: "no prompt" }], "line 1: The line is not valid JSON."],
    ["it is empty", [], ""],
  ])("fails and says why when %s", async (reason, lines, detail) => {
    const { exitCode, out, err } = await score(answerFile(lines))
    expect([exitCode, out]).toEqual([1, ""])
    expect(err).toContain(`contains no answers: ${reason}`)
    expect(err).toContain(detail)
  })
})
