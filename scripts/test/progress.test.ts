import { expect, it, onTestFinished, vi } from "vitest"
import { Progress, timeLeft } from "./progress"

const minute = 60_000

it("on an idle machine, a step that is half done has half of its usual time left", () => {
  expect(timeLeft({ done: 50, total: 100, elapsedMs: 4 * minute, typicalMs: 8 * minute })).toBe("about 4 min")
})

it("on a busy machine, the time that has passed counts instead of the usual time", () => {
  expect(timeLeft({ done: 75, total: 100, elapsedMs: 24 * minute, typicalMs: 8 * minute })).toBe("about 6 min")
})

it("no count of minutes is claimed for less than one", () => {
  expect(timeLeft({ done: 99, total: 100, elapsedMs: minute, typicalMs: 8 * minute })).toBe("less than a minute")
  expect(timeLeft({ done: 0, total: 0, elapsedMs: 0, typicalMs: 0 })).toBe("less than a minute")
})

it("every 30 seconds, a running step prints what is done and how long is left, until it stops", () => {
  vi.useFakeTimers()
  const print = vi.spyOn(console, "log").mockReturnValue()
  onTestFinished(() => {
    vi.useRealTimers()
    print.mockRestore()
  })
  const progress = new Progress(4, "test files", 8 * minute)
  progress.advance()
  vi.advanceTimersByTime(29_000)
  expect(print).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(print.mock.calls).toEqual([["\n1 of 4 test files, about 6 min left\n"]])
  progress.stop()
  vi.advanceTimersByTime(minute)
  expect(print).toHaveBeenCalledOnce()
})
