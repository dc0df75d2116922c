/**
 * Finds the files of domain that only one other file imports, except operations, which domain/index.ts imports. Imports
 * in tests do not count.
 */
import { existsSync, globSync, readFileSync } from "node:fs"
import { join, normalize } from "node:path"

const folders = "{app,components,domain,inngest,prisma,scripts,server}"
const isTest = (file: string) => /\.test\.tsx?$|\/(testing|generated)\//.test(file)
const imported = /(?:from |import |import\()"(@\/|\.\.?\/)([^"]+)"/g
const maxShortLines = 25

/** `short`: the files of `single` that have at most 25 lines. */
export function importersInDomain() {
  const importers = new Map<string, Set<string>>()
  for (const file of globSync(`${folders}/**/*.{ts,tsx}`).filter((file) => !isTest(file)))
    for (const [, start = "", path = ""] of readFileSync(file, "utf8").matchAll(imported)) {
      const target = normalize(start === "@/" ? path : join(file, "..", start, path))
      const found = [`${target}.ts`, `${target}.tsx`, `${target}/index.ts`].find((name) => existsSync(name))
      if (found?.startsWith("domain/") && !isTest(found))
        importers.set(found, (importers.get(found) ?? new Set()).add(file))
    }
  const single = [...importers]
    .filter(([, files]) => files.size === 1 && !files.has("domain/index.ts"))
    .map(([file]) => file)
  const short = single.filter((file) => readFileSync(file, "utf8").trimEnd().split("\n").length <= maxShortLines)
  return { single, short }
}
