/** Two projects: `product` runs on one temporary database, and `start` starts and kills the whole server. */
import { resolve } from "node:path"
import { defineConfig } from "vitest/config"
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

export default defineConfig({
  resolve: { alias: { "@": resolve("."), "server-only": resolve("scripts/empty-module.ts") } },
  test: {
    // Threads would be faster, but V8 sometimes aborts ("Check failed: jit_page.has_value()") when several threads load
    // and unload WebAssembly, which Prisma uses.
    pool: "forks",
    maxWorkers: 4,
    sequence: { sequencer: WaitingFirst },
    // No test sets its own limit. These end a test that hangs, and are long enough for any test on a busy machine.
    testTimeout: 1_200_000,
    hookTimeout: 1_200_000,
    expect: { poll: { timeout: 600_000, interval: 20 } },
    projects: [
      {
        extends: true,
        test: {
          name: "product",
          include: ["**/*.test.{ts,tsx}"],
          exclude: [...everywhere, crashTests],
          globalSetup: "scripts/global-setup.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "start",
          include: [crashTests],
          exclude: everywhere,
        },
      },
    ],
  },
})
