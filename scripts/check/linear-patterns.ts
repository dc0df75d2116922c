/** Checks with recheck, a ReDoS checker, that every regular expression in our code runs in linear time. */
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs"
import { regexesIn } from "./regex-literals"

/** Regular expressions that recheck cannot analyze, each with the reason why it is linear. */
const exceptions: { file: string; pattern: string | null; reason: string }[] = [
  {
    file: "domain/answers/extraction/alias-matcher.ts",
    pattern: null,
    reason: "One character class. Only the names of scripts are inserted.",
  },
  {
    file: "domain/answers/extraction/script-rules.ts",
    pattern: null,
    reason: "Fixed lists of Korean endings. A match has at most four of them.",
  },
  { file: "domain/kernel/ids.ts", pattern: null, reason: "A fixed prefix and exactly 26 characters." },
]

const sources = "{app,components,domain,inngest,prisma,scripts,server}/**/*.{ts,tsx,mjs}"
const isExcluded = (file: string) => /\.test\.tsx?$|(^|\/)(generated|node_modules)\//.test(file)

/** Returns one line for every pattern that is not known to be linear, or null when there is none. */
export async function superlinearPatterns(): Promise<string | null> {
  const files = [...globSync(sources), "proxy.ts", "next.config.ts"].filter((file) => !isExcluded(file)).sort()
  const known = knownLinear()
  const linear = new Set<string>()
  const problems: string[] = []
  for (const file of files)
    for (const { pattern, flags } of regexesIn(readFileSync(file, "utf8"), file.endsWith(".tsx"))) {
      if (exceptions.some((exception) => exception.file === file && exception.pattern === pattern)) continue
      const name = `/${pattern ?? "..."}/${flags}`
      if (pattern === null) problems.push(`${file}: ${name}: its pattern is built at run time`)
      else {
        const verdict = known.has(name) || linear.has(name) ? "safe" : await verdictOn(pattern, flags)
        if (verdict === "safe") linear.add(name)
        else problems.push(`${file}: ${name}: ${verdict}`)
      }
    }
  if (problems.length === 0) return recordLinear(linear)
  return `${problems.join("\n")}\nRewrite each pattern, or list it in scripts/check/linear-patterns.ts with the reason why it is linear.`
}

/**
 * The patterns that recheck has found to be linear. The file is in the repository, because checking all of them takes a
 * minute. Delete it to check them again.
 */
const recordFile = "scripts/check/linear-patterns.json"
const recheckVersion: string = JSON.parse(readFileSync("node_modules/recheck/package.json", "utf8")).version

/** The recorded patterns. Empty after an update of recheck. */
function knownLinear(): Set<string> {
  if (!existsSync(recordFile)) return new Set()
  const { recheck, linear } = JSON.parse(readFileSync(recordFile, "utf8"))
  return new Set(recheck === recheckVersion ? linear : [])
}

/** Writes the patterns to the file. Returns a problem if the file did not have exactly these. */
function recordLinear(linear: Set<string>) {
  const text = `${JSON.stringify({ recheck: recheckVersion, linear: [...linear].sort() }, null, 2)}\n`
  if (existsSync(recordFile) && readFileSync(recordFile, "utf8") === text) return null
  writeFileSync(recordFile, text)
  return `All patterns are linear. ${recordFile} did not list exactly these, and has been updated. Commit it.`
}

/** Much more than any pattern needs, so that a slow machine does not change the verdict. */
const timeoutMs = 120_000

/** Returns "safe", or a description of what makes the pattern slow. */
export async function verdictOn(pattern: string, flags: string): Promise<string> {
  // The other backends of recheck need Java or a separate binary.
  Object.assign(process.env, { RECHECK_BACKEND: "pure" })
  const { checkSync } = await import("recheck")
  const options = { timeout: timeoutMs, randomSeed: 1 }
  // The automaton is exact, but cannot analyze look-around and back-references. For these, recheck tries random inputs.
  // On a busy machine that can report a linear pattern as quadratic, so it is only the second choice.
  const exact = checkSync(pattern, flags, { ...options, checker: "automaton" })
  const result = exact.status === "unknown" ? checkSync(pattern, flags, options) : exact
  if (result.status === "safe") return "safe"
  return result.status === "unknown"
    ? `could not be analyzed (${result.error.kind})`
    : `${result.complexity.summary}, for example for ${result.attack.pattern}`
}
