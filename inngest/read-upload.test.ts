import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import pg from "pg"
import { expect, it, onTestFinished, vi } from "vitest"
import { importFile } from "@/domain/data-sources/uploads/import-file"
import { startUpload } from "@/domain/data-sources/uploads/start-upload"
import { uploadPart } from "@/domain/data-sources/uploads/upload-part"
import { ownDatabase } from "@/domain/deliveries/testing/own-database"
import { run } from "@/domain/kernel/operation"
import { freshClient } from "@/domain/testing/client"
import { asPerson, freshTeam } from "@/domain/testing/team"
import { backgroundProcess, backgroundWork } from "./testing/background"

ownDatabase()

/** Starts an import, which waits until the test has finished. */
async function startImport() {
  const team = await freshTeam()
  const client = await freshClient(team)
  const session = new pg.Client({ connectionString: process.env["DATABASE_URL"] })
  await session.connect()
  onTestFinished(() => session.end())
  // The import waits for this lock before it stores the values.
  await session.query("select pg_advisory_lock(hashtext($1))", [`import of ${client.id} csv`])
  const ctx = asPerson(team, "member")
  const file = Buffer.from("date,sessions\n2026-10-01,1\n")
  const upload = { client_id: client.id, file_name: "october.csv", bytes: file.length }
  const { upload_id } = (await run(startUpload, ctx, upload)).data
  await run(uploadPart, ctx, { upload_id, number: 0, content: file.toString("base64") })
  await run(importFile, ctx, { upload_id, choices: { account: "site" } })
}

it("the file of a killed process is deleted at the next start, and that of a running process is not", async () => {
  const folder = mkdtempSync(join(tmpdir(), "signalbox-read-upload-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  vi.stubEnv("TMPDIR", folder)
  const files = () => readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".csv"))
  const { kill } = await backgroundProcess()
  await startImport()
  await expect.poll(files).toHaveLength(1)

  const { stop } = await backgroundWork()
  expect(files()).toHaveLength(1)
  await stop()
  await kill()
  await backgroundWork()
  expect(files()).toEqual([])
})
