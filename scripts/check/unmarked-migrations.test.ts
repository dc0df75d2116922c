import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { unmarkedMigrations } from "./unmarked-migrations"

function folderOf(scripts: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-migrations-"))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, "migration_lock.toml"), "")
  for (const [name, script] of Object.entries(scripts)) {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, "migration.sql"), script)
  }
  return folder
}

it("reports a migration that drops a column without the contract mark, with its statement", () => {
  const folder = folderOf({
    "20261124000000_drop": "ALTER TABLE client DROP COLUMN notes;",
    "20261124000001_marked": "-- contract: unused since 0.3\nDROP TABLE note;",
    "20261124000002_add": "ALTER TABLE client ADD COLUMN title text;",
    "20261101000000_before_the_rule": "DROP TABLE draft;",
  })
  expect(unmarkedMigrations(folder)).toEqual([
    expect.stringMatching(/^20261124000000_drop: ALTER TABLE client DROP COLUMN notes\..*-- contract: unused since/),
  ])
})
