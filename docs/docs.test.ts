import { execFileSync } from "node:child_process"
import { existsSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { apiVersion } from "@/domain/kernel/envelope"

const read = (path: string) => readFileSync(path, "utf8")
const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], { encoding: "utf8" })
  .split("\n")
  .filter((path) => existsSync(path))
const documents = tracked.filter((path) => path.endsWith(".md"))

/** Variables that our own commands, the system, Next or tests set. An operator does not set them. */
const internal =
  /^(SIGNALBOX_(STARTED_AT|BENCH_STATEMENT|BENCH_KEY|LOG_FOLDER|KEY|TEST_DATABASE_URL|TEST_ROWS)|E2E_[A-Z_]+|NEXT_RUNTIME|PATH|HOME|DISPLAY|TZ|INIT_CWD|CI|LC_ALL|CHROMIUM_PATH|GITHUB_URL|NO_COLOR|FORCE_COLOR|MUTATE_TESTS|MCP_CONFORMANCE)$/

describe("the documentation", () => {
  it("lists in .env.example every variable that the code reads", () => {
    const sources = tracked.filter(
      (path) => /\.(ts|tsx|mjs)$/.test(path) && !/\.test\.tsx?$|^e2e\/|\/testing\//.test(path),
    )
    const names = sources.flatMap((path) =>
      [...read(path).matchAll(/\benv(?:ironment)?(?:\.|\[")([A-Z][A-Z0-9_]{2,})\b/g)].map(([, name]) => name as string),
    )
    const example = read(".env.example")
    const missing = [...new Set(names)].filter(
      (name) => !internal.test(name) && !new RegExp(`^#? ?${name}=`, "m").test(example),
    )
    expect(missing).toEqual([])
  })

  it("mentions only files and folders that exist", () => {
    const missing = documents.flatMap((document) =>
      [
        ...read(document).matchAll(
          /`((?:app|components|domain|server|prisma|e2e|docs|scripts|inngest)\/[\w./()[\]-]+)`/g,
        ),
      ]
        .map(([, path]) => path as string)
        .filter((path) => !existsSync(path) && !/NNNN|list-notes|ai-engines\/acme/.test(path)) // the examples in CONTRIBUTING.md
        .map((path) => `${document}: ${path}`),
    )
    expect(missing).toEqual([])
  })

  it("links only to pages that exist", () => {
    const missing = documents.flatMap((document) =>
      // Links to /docs are checked in server/docs/pages.test.ts.
      [...read(document).matchAll(/\]\((?!https?:|\/docs)([^)#]+)/g)]
        .map(([, path]) => path as string)
        .filter((path) => !existsSync(new URL(path, `file://${process.cwd()}/${document}`)))
        .map((path) => `${document}: ${path}`),
    )
    expect(missing).toEqual([])
  })

  it("names the current version of the REST API", () => {
    expect(read("docs/versioning.md")).toContain(`version is \`${apiVersion}\``)
  })

  it("mentions only commands of package.json", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> }
    const named = documents.flatMap((document) =>
      [...read(document).matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name as string),
    )
    expect([...new Set(named)].filter((name) => !(name in scripts))).toEqual([])
  })

  it("limits the README to 150 lines and each decision record to 60 lines", () => {
    expect(read("README.md").split("\n").length).toBeLessThanOrEqual(150)
    for (const path of documents.filter((d) => d.startsWith("docs/decisions/")))
      expect(read(path).split("\n").length).toBeLessThanOrEqual(60)
  })
})
