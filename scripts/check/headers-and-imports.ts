/**
 * Finds files without a header, imports that are not written as CONTRIBUTING says, and calls of `acrossTeams` without a
 * reason. Biome has no rule for these.
 */
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

const sources = "{app,components,docs,domain,e2e,inngest,prisma,scripts,server}/**/*.{ts,tsx}"
const isGenerated = (file: string) => /(^|\/)(generated|node_modules)\//.test(file)

/** Returns one line for each breach, or null when there is none. */
export async function headersAndImports(): Promise<string | null> {
  const files = globSync(sources).filter((file) => !isGenerated(file))
  const breaches = files.sort().flatMap((file) => breachesIn(file, readFileSync(file, "utf8")))
  return breaches.join("\n") || null
}

export function breachesIn(file: string, text: string): string[] {
  const specifiers = [...text.matchAll(/(?:from|import|import\() ?"([^"]+)"/g)].map(([, specifier = ""]) => specifier)
  return [
    ...headerBreach(file, text),
    ...specifiers.flatMap((specifier) => importBreach(file, specifier)),
    ...unexplainedCalls(file, text),
  ]
}

/** Tests need no header, because their titles say what they do. If a test has a header, it must be a doc comment. */
function headerBreach(file: string, text: string): string[] {
  const isFine = text.startsWith("/**") || (/\.test\.tsx?$/.test(file) && !text.startsWith("//"))
  return isFine ? [] : [`${file}: start the file with one sentence in a doc comment that says what it does`]
}

function importBreach(file: string, specifier: string): string[] {
  if (specifier.startsWith("../")) {
    const target = join(dirname(file), specifier)
    const isConfig = file.endsWith(".config.ts")
    return isConfig || isIn(folderOf(file), target) ? [] : [`${file}: import "@/${target}" instead of "${specifier}"`]
  }
  if (!specifier.startsWith("@/")) return []
  const isOwn = folderOf(file) === folderOf(fileOf(specifier.slice(2)))
  return isOwn ? [`${file}: import "${specifier}" by a relative path, because it is in the same folder`] : []
}

/** The folder inside which imports are relative: a resource of domain, a folder of components, or a top folder. */
function folderOf(file: string): string {
  const [top = "", second = "", ...rest] = file.split("/")
  return (top === "domain" || top === "components") && rest.length > 0 ? `${top}/${second}` : top
}

const isIn = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`)

/** `domain/metrics` without an extension may be a file of domain, or the folder's index. */
const fileOf = (path: string) => (existsSync(`${path}/index.ts`) ? `${path}/index.ts` : path)

/** The two words may be on two lines of a comment. */
const reason = /across[\s*]+teams/i
const isComment = (line: string) => /^\s*(\/\*\*|\*|\/\/)/.test(line)
/** The distance that a comment may have to the call, because the comment can belong to the function around it. */
const maxLinesAbove = 10

/** Calls of `acrossTeams` that neither a comment above nor the header of the file explains. */
function unexplainedCalls(file: string, text: string): string[] {
  const [header = ""] = text.split("*/", 1)
  if (!/^(app|domain|inngest|prisma|server)\//.test(file) || isTest(file) || reason.test(header)) return []
  const lines = text.split("\n")
  return lines.flatMap((line, i) => {
    if (isComment(line) || !/\bacrossTeams\(/.test(line)) return []
    const comments = lines.slice(Math.max(0, i - maxLinesAbove), i).filter(isComment)
    return reason.test(comments.join("\n"))
      ? []
      : [`${file}:${i + 1}: say in a comment with the words "across teams" why the statement reads several teams`]
  })
}

const isTest = (file: string) => /\.test\.tsx?$|\/testing\//.test(file)
