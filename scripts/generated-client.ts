/** Generates Prisma's client again when prisma/schema.prisma or the version of Prisma has changed. */
import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { withLock } from "./lock-file"

/** Returns true when the client was generated, false when it was up to date. */
export async function generateClient() {
  if (isUpToDate()) return false
  return withLock("node_modules/.signalbox-generate.lock", () => {
    if (isUpToDate()) return false // another process has generated it meanwhile
    // Prisma needs no schema engine to generate the client. Without this path, it would download one.
    const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: "/bin/true", CHECKPOINT_DISABLE: "1" }
    execFileSync(process.execPath, ["node_modules/prisma/build/index.js", "generate"], { env, stdio: "pipe" })
    writeFileSync(stampFile, computeStamp())
    return true
  })
}

const stampFile = "prisma/generated/.made-from"

function isUpToDate() {
  return existsSync(stampFile) && readFileSync(stampFile, "utf8") === computeStamp()
}

/** Hashes everything that the generated client depends on. */
function computeStamp() {
  const version = readFileSync("node_modules/prisma/package.json")
  return createHash("sha256").update(version).update(readFileSync("prisma/schema.prisma")).digest("hex")
}
