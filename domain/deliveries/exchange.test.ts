import { describe, expect, it } from "vitest"
import { ResponseBody } from "./exchange"

function bodyOf(...chunks: (string | Buffer)[]) {
  const body = new ResponseBody()
  for (const chunk of chunks) body.take(Buffer.from(chunk))
  return body
}

describe("the stored response body", () => {
  it("is complete when it is short", () => {
    const body = bodyOf("caf", "é ☃")
    expect([body.text, body.isLongerThanStored, body.hasReachedLimit]).toEqual(["café ☃", false, false])
    expect(bodyOf().text).toBe("")
  })

  it("is cut to 16 KiB when it is longer, across chunks, and reports that", () => {
    const exact = bodyOf("a".repeat(16 * 1024))
    expect([exact.text.length, exact.isLongerThanStored]).toEqual([16_384, false])
    const longer = bodyOf("a".repeat(10_000), "b".repeat(10_000), "c".repeat(10_000))
    expect([longer.text, longer.isLongerThanStored]).toEqual(["a".repeat(10_000) + "b".repeat(6_384), true])
  })

  it("is enough to stop reading at 64 KiB", () => {
    expect(bodyOf("a".repeat(64 * 1024 - 1)).hasReachedLimit).toBe(false)
    expect(bodyOf("a".repeat(64 * 1024 - 1), "a").hasReachedLimit).toBe(true)
  })

  it("is decoded across chunks, and leaves out an incomplete last character", () => {
    const snowman = Buffer.from("☃")
    expect(bodyOf(snowman.subarray(0, 1), snowman.subarray(1)).text).toBe("☃")
    expect(bodyOf("a".repeat(16 * 1024 - 1), "☃").text).toBe("a".repeat(16 * 1024 - 1))
  })

  it("replaces bytes that are not UTF-8", () => {
    expect(bodyOf(Buffer.from([0x61, 0xff, 0x62])).text).toBe("a\ufffdb")
  })
})
