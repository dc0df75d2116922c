/**
 * Three projects. The files of `shared-process` run in four processes, one file after another, because starting a
 * process and loading the product for every file would take twice as long. Each file of `own-process` runs in a process
 * of its own, and so does each file of `start`, which starts and kills the whole server.
 */
import { globSync, readFileSync } from "node:fs"
import { resolve } from "node:path"
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config"
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** These files wait for other processes. They start first, so that short files use the CPU meanwhile. */
const isWaiting = ({ moduleId }: TestSpecification) =>
  /\/(scripts\/crash-tests|inngest|domain\/deliveries)\//.test(moduleId)

class WaitingFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    return [...sorted.filter(isWaiting), ...sorted.filter((file) => !isWaiting(file))]
  }
}

const crashTests = "scripts/crash-tests/**/*.test.ts"
const everywhere = ["**/node_modules/**", "e2e/**", ".next/**", ".build/**", ".data/**"]

/**
 * Files that replace modules, the database, or settings that are read once, would disturb the files that run after them
 * in the same process.
 */
const changesItsProcess = (path: string) =>
  /vi\.(mock|hoisted|resetModules)\(|startTemporaryDatabase|createMigrated|RATE_LIMIT_STORE|REDIS_URL/.test(
    readFileSync(path, "utf8"),
  )
const ownProcess = [
  "{domain/deliveries,inngest}/**/*.test.ts",
  "scripts/{*,conformance/**/*,demo/**/*}.test.ts",
  ...globSync("{app,components,docs,domain,prisma,scripts,server}/**/*.test.{ts,tsx}").filter(changesItsProcess),
]

const resolution = { alias: { "@": resolve("."), "server-only": resolve("scripts/empty-module.ts") } }
const options: TestProjectInlineConfiguration["test"] = {
  // Threads would be faster, but V8 sometimes aborts ("Check failed: jit_page.has_value()") when several threads load
  // and unload WebAssembly, which Prisma uses.
  pool: "forks",
  // No test sets its own limit. These end a test that hangs, and are long enough for any test on a busy machine.
  testTimeout: 1_200_000,
  hookTimeout: 1_200_000,
  expect: { poll: { timeout: 600_000, interval: 20 } },
}

const project = (test: typeof options) => ({ resolve: resolution, test: { ...options, ...test } })

export default defineConfig({
  resolve: resolution,
  test: {
    ...options,
    // Not an option of the projects, because each project would create a database.
    globalSetup: "scripts/global-setup.ts",
    maxWorkers: 4,
    sequence: { sequencer: WaitingFirst },
    projects: [
      project({
        name: "shared-process",
        isolate: false,
        setupFiles: "scripts/testing/restore-process.ts",
        include: ["**/*.test.{ts,tsx}"],
        exclude: [...everywhere, crashTests, ...ownProcess],
      }),
      project({ name: "own-process", include: ownProcess, exclude: [...everywhere, crashTests] }),
      project({ name: "start", include: [crashTests], exclude: everywhere }),
    ],
  },
})
