/** Finds migrations that drop, rename or narrow something without a `-- contract: unused since <version>` comment. */
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { contractingStatements, firstUnderRule, isMarkedContracting } from "@/prisma/additive-migration"

/** Returns the migration, the statement and the remedy of each such statement. */
export function unmarkedMigrations(folder = "prisma/migrations"): string[] {
  return readdirSync(folder)
    .filter((name) => /^\d/.test(name) && name >= firstUnderRule)
    .map((name) => ({ name, script: readFileSync(join(folder, name, "migration.sql"), "utf8") }))
    .filter(({ script }) => !isMarkedContracting(script))
    .flatMap(({ name, script }) => contractingStatements(script).map((statement) => `${name}: ${statement}. ${remedy}`))
}

const remedy =
  "Processes of the previous version may fail after it. If no version uses it any more, add this line: -- contract: unused since <version>"
