/** Runs Stryker, which changes the code in one place at a time and checks that a test fails. */
import { Stryker } from "@stryker-mutator/core"

type LogLevel = NonNullable<ConstructorParameters<typeof Stryker>[0]["logLevel"]>

type Options = {
  /** Globs of files, or `file:line:column-line:column` (lines from 1, columns from 0). */
  code: string[]
  tests: string[]
  concurrency: number
  /** Leaves out mutants of code that runs only when a module loads. Each of them would need a run of all tests. */
  ignoreStatic: boolean
}

/** Returns one result per mutant. Works on a copy of the project in .build. */
export function runStryker({ code, tests, concurrency, ignoreStatic }: Options) {
  // Stryker also has an option for test files. But with it, mutants of constants are activated only after their module
  // has loaded.
  process.env["MUTATE_TESTS"] = JSON.stringify(tests)
  const stryker = new Stryker({
    mutate: code,
    concurrency,
    ignoreStatic,
    ignorers: ["declarations"],
    testRunner: "vitest",
    vitest: { configFile: "scripts/mutate/vitest.config.ts", related: false, pool: "forks" },
    plugins: ["@stryker-mutator/vitest-runner", "./scripts/mutate/declarations.ts"],
    reporters: ["progress-append-only"],
    warnings: false,
    logLevel: "warn" as LogLevel,
    ignorePatterns: notCopied,
    tempDirName: ".build/mutate",
    cleanTempDir: "always",
    // Stryker rewrites this file with an interface that TypeScript 7 does not have. The copy needs no rewriting.
    tsconfigFile: "none",
    disableTypeChecks: false,
    dryRunTimeoutMinutes: 60,
    // With the usual 1.5 and 5 s, a busy machine exceeds the limit, and a timeout counts as killed.
    timeoutFactor: 4,
    timeoutMS: 20_000,
    allowConsoleColors: false,
  })
  return stryker.runMutationTest()
}

const notCopied = [".build", ".data", ".next", ".git", "e2e", "test-results", "playwright-report", "*.tsbuildinfo"]
