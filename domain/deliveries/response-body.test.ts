import { describe, expect, it } from "vitest"
import { ResponseBody } from "./response-body"

const bodyOf = (...chunks: (string | Buffer)[]) => {
  const body = new ResponseBody()
  for (const chunk of chunks) body.take(Buffer.from(chunk))
  return body
}

describe("the body that is kept", () => {
  it("is the whole of a short one", () => {
    const body = bodyOf("caf", "é ☃")
    expect([body.text, body.isLongerThanKept, body.isEnough]).toEqual(["café ☃", false, false])
    expect(bodyOf().text).toBe("")
  })

  it("is 16 KiB of a longer one, across chunks, and says so", () => {
    const exact = bodyOf("a".repeat(16 * 1024))
    expect([exact.text.length, exact.isLongerThanKept]).toEqual([16_384, false])
    const longer = bodyOf("a".repeat(10_000), "b".repeat(10_000), "c".repeat(10_000))
    expect([longer.text, longer.isLongerThanKept]).toEqual(["a".repeat(10_000) + "b".repeat(6_384), true])
  })

  it("is enough at 64 KiB", () => {
    expect(bodyOf("a".repeat(64 * 1024 - 1)).isEnough).toBe(false)
    expect(bodyOf("a".repeat(64 * 1024 - 1), "a").isEnough).toBe(true)
  })

  it("is joined before it is read, and ends before half a character", () => {
    const snowman = Buffer.from("☃")
    expect(bodyOf(snowman.subarray(0, 1), snowman.subarray(1)).text).toBe("☃")
    expect(bodyOf("a".repeat(16 * 1024 - 1), "☃").text).toBe("a".repeat(16 * 1024 - 1))
  })

  it("holds nothing that Postgres could not store", () => {
    expect(bodyOf(Buffer.from([0x61, 0x00, 0xff, 0x62])).text).toBe("a\uFFFD\uFFFDb")
  })
})
