import { expect, it } from "vitest"
import { problemSentence, type Source } from "./source-labels"

const source = (status: Source["status"], stale = false) => ({ status, stale })

it("counts the sources with each problem", () => {
  expect(
    problemSentence([
      source("active"),
      source("active", true),
      source("active", true),
      source("paused"),
      source("reauth_required", true),
    ]),
  ).toBe("Of 5 sources, 1 needs to be reconnected, 2 are stale and 1 is paused.")
  expect(problemSentence([source("error"), source("error")])).toBe("Of 2 sources, 2 are failing.")
  expect(problemSentence([source("disconnected")])).toBe("The source is disconnected.")
})

it("does not call sources without a problem up to date", () => {
  expect(problemSentence([source("active"), source("pending")])).toBe("None of the 2 sources is failing or stale.")
  expect(problemSentence([source("active")])).toBe("The source is not failing or stale.")
})
