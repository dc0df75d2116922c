/**
 * Finds files without a header, and imports that are not written as CONTRIBUTING says. Biome has no rule for either.
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
  return [...headerBreach(file, text), ...specifiers.flatMap((specifier) => importBreach(file, specifier))]
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
