/** A Vitest reporter that prints the progress of the run. `npm test` adds it to the default reporter. */
import type { Reporter, TestSpecification } from "vitest/node"
import { Progress, typicalMs } from "./progress"

export default class VitestProgress implements Reporter {
  #progress: Progress | undefined

  onTestRunStart(files: readonly TestSpecification[]) {
    this.#progress = new Progress(files.length, "test files", typicalMs.unitTests)
  }

  onTestModuleEnd() {
    this.#progress?.advance()
  }

  onTestRunEnd() {
    this.#progress?.stop()
  }
}
