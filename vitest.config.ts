// Two groups of tests: the product's, on one throw-away database, and after them those that start and kill the whole.
import { resolve } from "node:path"
import { defineConfig } from "vitest/config"

const faults = "scripts/faults/**/*.test.ts"
const everywhere = ["**/node_modules/**", "e2e/**", ".next/**", ".build/**", ".data/**"]

export default defineConfig({
  resolve: { alias: { "@": resolve("."), "server-only": resolve("scripts/empty-module.ts") } },
  test: {
    pool: "forks",
    maxWorkers: 3,
    // Long enough for a machine that is busy with other work. A test that passes never waits for these.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    projects: [
      {
        extends: true,
        test: {
          name: "product",
          include: ["**/*.test.{ts,tsx}"],
          exclude: [...everywhere, faults],
          globalSetup: "scripts/global-setup.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "start",
          include: [faults],
          exclude: everywhere,
          fileParallelism: false,
          testTimeout: 240_000,
          hookTimeout: 240_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
