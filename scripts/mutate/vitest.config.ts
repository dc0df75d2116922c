/** The tests of a mutation run: one project, with the files that MUTATE_TESTS lists. */
import { defineConfig } from "vitest/config"
import base from "../../vitest.config"

export default defineConfig({
  ...base,
  test: {
    ...base.test,
    projects: undefined,
    include: JSON.parse(process.env["MUTATE_TESTS"] ?? "[]"),
    // Each of these starts many processes and takes minutes.
    exclude: ["**/node_modules/**", "**/killed-workers.test.ts"],
    globalSetup: "scripts/global-setup.ts",
  },
})
