/** Draws a sample of mutants from the operations. The same seed draws the same mutants from the same code. */
import { createHash } from "node:crypto"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Instrumenter } from "@stryker-mutator/instrumenter"
import { strykerPlugins } from "./declarations"
import type { Module } from "./modules"

type Mutant = Awaited<ReturnType<Instrumenter["instrument"]>>["mutants"][number]
/** A range of one file. Stryker takes ranges, not single mutants. */
type CodeRange = { file: string; location: Mutant["location"]; mutants: Mutant[] }

/** `{ part: 2, of: 8 }` is the second of eight parts. All parts together are the sample. */
export type Portion = { part: number; of: number }

/** Draws `count` mutants, or a few more when the last code range has several, and returns a portion of them. */
export async function drawSample(
  count: number,
  seed: string,
  portion: Portion = { part: 1, of: 1 },
): Promise<Omit<Module, "name">> {
  const sample: CodeRange[] = []
  for (const range of shuffle(await findCodeRanges(), seed)) {
    if (countMutants(sample) >= count) break
    sample.push(range)
  }
  const selected = selectPortion(sample, portion)
  const files = new Set(selected.map(({ file }) => file))
  return { code: selected.map(formatRange), tests: [...new Set([...files].flatMap(findTests))].sort() }
}

const countMutants = (ranges: CodeRange[]) => ranges.reduce((sum, { mutants }) => sum + mutants.length, 0)

/** Selects a portion in the order of the files, so that it needs the tests of few folders. */
function selectPortion(sample: CodeRange[], { part, of }: Portion): CodeRange[] {
  const sorted = sample.toSorted((a, b) => (formatRange(a) < formatRange(b) ? -1 : 1))
  const total = countMutants(sorted)
  const partOf = (_: CodeRange, index: number) => Math.floor((countMutants(sorted.slice(0, index)) * of) / total) + 1
  return sorted.filter((range, index) => partOf(range, index) === part)
}

/**
 * The test beside the operation and all tests of `domain` that import it. Other tests do not count: they notice a
 * change only by chance, and each of them makes the run longer.
 */
function findTests(file: string): string[] {
  const module = file.replace(/\.ts$/, "")
  return globSync("domain/**/*.test.ts").filter(
    (test) => test === `${module}.test.ts` || listImports(test).includes(module),
  )
}

const listImports = (test: string) =>
  [...readFileSync(test, "utf8").matchAll(/ from "([^"]+)"/g)].map(([, path = ""]) =>
    path.startsWith(".") ? join(test, "..", path) : path.replace(/^@\//, ""),
  )

/** Every code range with mutants in a file that defines an operation, except ranges that contain another one. */
async function findCodeRanges(): Promise<CodeRange[]> {
  const found: CodeRange[] = []
  for (const file of globSync("domain/**/*.ts").sort()) {
    const content = readFileSync(file, "utf8")
    if (!content.includes("= defineOperation(")) continue
    const { mutants } = await instrumenter.instrument([{ name: file, content, mutate: true }], options)
    const tested = mutants.filter(({ status }) => status !== "Ignored")
    const byRange = Map.groupBy(tested, ({ location }) => JSON.stringify(location))
    for (const mutantsOfRange of byRange.values()) {
      const { location } = mutantsOfRange[0] as Mutant
      if (tested.every((other) => mutantsOfRange.includes(other) || !contains(location, other.location)))
        found.push({ file, location, mutants: mutantsOfRange })
    }
  }
  return found
}

const silent = { isTraceEnabled: () => false, isDebugEnabled: () => false, isInfoEnabled: () => false }
const noLog = { trace() {}, debug() {}, info() {}, warn() {}, error() {}, fatal() {} }
const instrumenter = new Instrumenter({ ...silent, ...noLog } as never)
const options = { plugins: null, excludedMutations: [], ignorers: strykerPlugins.map(({ value }) => value) } as never

const contains = (outer: CodeRange["location"], inner: CodeRange["location"]) =>
  isBefore(outer.start, inner.start) && isBefore(inner.end, outer.end)
const isBefore = (a: Position, b: Position) => a.line < b.line || (a.line === b.line && a.column <= b.column)
type Position = CodeRange["location"]["start"]

/** Orders by a hash of the code itself, so a change elsewhere does not change the order of the others. */
function shuffle(ranges: CodeRange[], seed: string): CodeRange[] {
  const hashOf = ({ file, location: { start }, mutants }: CodeRange) => {
    const line = readFileSync(file, "utf8").split("\n")[start.line] as string
    const content = [
      seed,
      file,
      line.trim(),
      line.length - start.column,
      ...mutants.map((mutant) => mutant.replacement),
    ]
    return createHash("sha256").update(JSON.stringify(content)).digest("hex")
  }
  const keys = new Map(ranges.map((range) => [range, hashOf(range)]))
  const sortKeyOf = (range: CodeRange) => keys.get(range) as string
  return ranges.toSorted((a, b) => (sortKeyOf(a) < sortKeyOf(b) ? -1 : 1))
}

/** Stryker counts the lines of a range from 1 and columns from 0. */
const formatRange = ({ file, location: { start, end } }: CodeRange) =>
  `${file}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`
