/** Plants one breach of each rule about the form of the code, and checks that `npm run check` finds it. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { describe, expect, it, onTestFinished } from "vitest"
import { breachesIn } from "./headers-and-imports"
import { runTool } from "./tool"

/** Lints a file of the product with this text. Biome reads the configuration of the repository for it. */
async function complaintsAbout(text: string, name: string) {
  const folder = "scripts/check/planted"
  mkdirSync(folder, { recursive: true })
  const file = `${folder}/${name}`
  onTestFinished(() => rmSync(file, { force: true }))
  writeFileSync(file, text)
  const { output } = await runTool("biome", ["lint", "--colors=off", file])
  return output
}

describe("Biome", () => {
  it.each([
    ["a constant in upper case", "export const MAX_ROWS = 10\n", "useNamingConvention"],
    ["an arrow function with a block", "export const add = (a: number) => {\n  return a\n}\n", "as a declaration"],
    [
      "an error class with another name",
      'export class Late extends Error {\n  override name = "Late"\n}\n',
      "in Error",
    ],
    ["an error class that sets no name", "export class LateError extends Error {}\n", "in Error"],
    ["SQL keywords in upper case", 'export const all = "SELECT id FROM client"\n', "lower case"],
    ["an enum", "export enum Color {\n  Red = 1,\n}\n", "noEnum"],
    ["a namespace", "export namespace Color {\n  export const red = 1\n}\n", "noNamespace"],
    ["an interface", "export interface Color {\n  red: number\n}\n", "useConsistentTypeDefinitions"],
    [
      "a member marked private",
      "export class Color {\n  private red = 1\n  get it() {\n    return this.red\n  }\n}\n",
      "MemberAccessibility",
    ],
    ["Array<T>", "export const colors: Array<string> = []\n", "useConsistentArrayType"],
    ["an import without node:", 'import { join } from "path"\nexport const path = join("a", "b")\n', "useNodejsImport"],
    [
      "a type import among values",
      'import { Stats } from "node:fs"\nexport type Size = Stats["size"]\n',
      "useImportType",
    ],
    ["a default export", "export default 1\n", "noDefaultExport"],
    ["test instead of it", 'import { test } from "vitest"\ntest("works", () => {})\n', "are called it"],
    ["a title with should", 'import { it } from "vitest"\nit("should work", () => {})\n', "present tense"],
    ["a title with a period", 'import { it } from "vitest"\nit("works.", () => {})\n', "present tense"],
  ])("reports %s", async (_, text, complaint) => {
    expect(await complaintsAbout(text, "planted.ts")).toContain(complaint)
  })

  it("accepts the forms that the code uses", async () => {
    const text = `export const maxRows = 10
export const double = (n: number) => 2 * n
export type Work = () => number
export const work: Work = () => {
  return double(maxRows)
}
export class LateError extends Error {
  override name = "LateError"
}
`
    expect(await complaintsAbout(text, "accepted.ts")).toContain("No fixes applied")
  })
})

describe("headers, imports and reasons", () => {
  const header = "/** Does one thing. */\n"
  const acrossTeams = "export const all = () => acrossTeams(() => rows(key, statement))\n"

  it.each([
    ["domain/keys/a.ts", 'import { z } from "zod"\n', "start the file"],
    ["domain/keys/a.test.ts", '// Tests a.\nimport { a } from "./a"\n', "start the file"],
    ["domain/keys/a.ts", `${header}import { b } from "@/domain/keys/b"\n`, "relative path"],
    ["domain/keys/a.ts", `${header}import { b } from "../people/b"\n`, 'import "@/domain/people/b"'],
    ["server/rest/a.ts", `${header}import { b } from "@/server/origin"\n`, "relative path"],
    ["domain/keys/a.ts", `${header}${acrossTeams}`, "domain/keys/a.ts:2: say in a comment"],
    ["server/a.ts", `${header}// Reads keys.\n${acrossTeams}`, "across teams"],
  ])("reports %s with %j", (file, text, complaint) => {
    expect(breachesIn(file, text)).toEqual([expect.stringContaining(complaint)])
  })

  it.each([
    ["domain/keys/a.test.ts", 'import { a } from "./a"\n'],
    ["domain/answers/extraction/a.ts", `${header}import { b } from "../answer-limits"\n`],
    ["components/keys/a.tsx", `${header}import { Button } from "@/components/ui/button"\n`],
    ["components/a.tsx", `${header}import { b } from "./ui/b"\n`],
    ["domain/keys/a.ts", `${header}// Across teams, because keys say which team it is.\n${acrossTeams}`],
    ["domain/keys/a.ts", `/** Reads keys. Runs across\n * teams: keys say which team it is. */\n${acrossTeams}`],
    ["domain/keys/a.test.ts", acrossTeams],
    ["scripts/bench/a.ts", `${header}${acrossTeams}`],
  ])("accepts %s with %j", (file, text) => {
    expect(breachesIn(file, text)).toEqual([])
  })
})
