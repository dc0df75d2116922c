/** A Playwright reporter that prints the progress of the run. `npm test` adds it to the list reporter. */
import type { FullConfig, Reporter, Suite } from "@playwright/test/reporter"
import { Progress, typicalMs } from "./progress"

export default class PlaywrightProgress implements Reporter {
  #progress: Progress | undefined

  onBegin(_: FullConfig, suite: Suite) {
    this.#progress = new Progress(suite.allTests().length, "browser tests", typicalMs.browserTests)
  }

  onTestEnd() {
    this.#progress?.advance()
  }

  onEnd() {
    this.#progress?.stop()
  }
}
