/**
 * Finds the files of domain that only one other file imports, except operations, which domain/index.ts imports. Imports
 * in tests do not count.
 */
import { existsSync, globSync, readFileSync } from "node:fs"
import { join, normalize } from "node:path"

const folders = "{app,components,domain,inngest,prisma,scripts,server}"
const isTest = (file: string) => /\.test\.tsx?$|\/(testing|generated)\//.test(file)
const importPattern = /(?:from |import |import\()"(@\/|\.\.?\/)([^"]+)"/g
const maxShortLines = 25

/** `shortFiles`: those of `files` that have at most 25 lines. */
export function findSingleImporters() {
  const importers = new Map<string, Set<string>>()
  for (const file of globSync(`${folders}/**/*.{ts,tsx}`).filter((file) => !isTest(file)))
    for (const [, start = "", path = ""] of readFileSync(file, "utf8").matchAll(importPattern)) {
      const target = normalize(start === "@/" ? path : join(file, "..", start, path))
      const importedFile = [`${target}.ts`, `${target}.tsx`, `${target}/index.ts`].find((name) => existsSync(name))
      if (importedFile?.startsWith("domain/") && !isTest(importedFile))
        importers.set(importedFile, (importers.get(importedFile) ?? new Set()).add(file))
    }
  const files = [...importers]
    .filter(([, importing]) => importing.size === 1 && !importing.has("domain/index.ts"))
    .map(([file]) => file)
  const shortFiles = files.filter((file) => readFileSync(file, "utf8").trimEnd().split("\n").length <= maxShortLines)
  return { files, shortFiles }
}
