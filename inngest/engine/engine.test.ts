import { describe } from "vitest"
import { engineSuite } from "../testing/engine-suite"
import { localEngine } from "../testing/local-engine"
import { remoteEngine } from "../testing/remote-engine"

engineSuite("the embedded engine", localEngine)

const testUrl = process.env.INNGEST_TEST_URL
describe.runIf(testUrl)("with a real Inngest server", () => {
  if (testUrl) engineSuite("an Inngest server", (appId) => remoteEngine(appId, testUrl))
})
