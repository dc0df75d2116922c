/** Checks with recheck, a ReDoS checker, that every regular expression in our code runs in linear time. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
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
  const verdicts = new Verdicts()
  const problems: string[] = []
  for (const file of files)
    for (const { pattern, flags } of regexesIn(readFileSync(file, "utf8"), file.endsWith(".tsx"))) {
      if (exceptions.some((exception) => exception.file === file && exception.pattern === pattern)) continue
      const verdict = pattern === null ? "its pattern is built at run time" : await verdicts.of(pattern, flags)
      if (verdict !== "safe") problems.push(`${file}: /${pattern ?? "..."}/${flags}: ${verdict}`)
    }
  verdicts.save()
  if (problems.length === 0) return null
  return `${problems.join("\n")}\nRewrite each pattern, or list it in scripts/check/linear-patterns.ts with the reason why it is linear.`
}

/** Much more than any pattern needs, so that a slow machine does not change the verdict. */
const timeoutMs = 120_000

/** Stores verdicts between runs, because some patterns take seconds to check. */
class Verdicts {
  readonly #path = ".build/linear-patterns.json"
  readonly #stored: Record<string, string>

  constructor() {
    try {
      this.#stored = JSON.parse(readFileSync(this.#path, "utf8"))
    } catch {
      this.#stored = {}
    }
  }

  async of(pattern: string, flags: string): Promise<string> {
    const key = `/${pattern}/${flags}`
    const verdict = this.#stored[key] ?? (await verdictOn(pattern, flags))
    // Only "safe" is stored. Any other verdict may be the effect of a slow machine, so the next run checks again.
    if (verdict === "safe") this.#stored[key] = verdict
    return verdict
  }

  save() {
    mkdirSync(".build", { recursive: true })
    writeFileSync(this.#path, JSON.stringify(this.#stored))
  }
}

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
