/** Starts processes with an embedded engine, and reads what their functions recorded. */
import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ulid } from "ulid"
import { expect, onTestFinished } from "vitest"
import { bundle } from "@/scripts/bundle"

/** Processes of one app. Those still running are killed after the test. */
export class EngineProcesses {
  readonly appId = `killed-${ulid().toLowerCase()}`
  readonly #folder = mkdtempSync(join(tmpdir(), "signalbox-engine-"))
  readonly #children: ChildProcess[] = []

  constructor() {
    onTestFinished(() => {
      for (const child of this.#children) child.kill("SIGKILL")
      rmSync(this.#folder, { recursive: true })
    })
  }

  async start() {
    const child = fork(await bundle("inngest/testing/engine-process.ts"), [this.appId, this.#journalFile], {
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    })
    this.#children.push(child)
    await once(child, "message")
    return {
      pid: child.pid,
      send: (subjects: string[], stepMs: number) =>
        child.send(subjects.map((subject) => ({ name: "suite/three-steps", data: { subject, stepMs } }))),
      kill: async () => {
        child.kill("SIGKILL")
        await once(child, "exit")
      },
    }
  }

  noted(subject = ""): string[] {
    const lines = existsSync(this.#journalFile) ? readFileSync(this.#journalFile, "utf8").trim().split("\n") : []
    return lines.filter((line) => line.startsWith(subject)).map((line) => line.slice(subject.length).trim())
  }

  until = (subject: string, what: string) =>
    expect.poll(() => this.noted(subject), { timeout: 30_000, interval: 20 }).toContain(what)

  get #journalFile() {
    return join(this.#folder, "journal")
  }
}
