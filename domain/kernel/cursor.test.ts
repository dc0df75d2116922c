import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { decodeCursor, encodeCursor } from "./cursor"

const cursorScope = ["clients.list", "team_1", { status: ["active"] }]
const invalid = expect.objectContaining({ code: "cursor_invalid" })

describe("a cursor", () => {
  it("returns its key when the query is the same", () => {
    fc.assert(
      fc.property(
        fc.option(fc.oneof(fc.string(), fc.double({ noNaN: true }).map(String))),
        fc.string(),
        (value, id) => {
          expect(decodeCursor(encodeCursor([value, id], cursorScope), cursorScope)).toEqual([value, id])
        },
      ),
    )
  })

  it("is rejected for another operation, team or filter", () => {
    const cursor = encodeCursor(["2026-01-01", "cli_1"], cursorScope)
    for (const other of [
      ["clients.get", ...cursorScope.slice(1)],
      ["clients.list", "team_2"],
      [...cursorScope, {}],
      null,
    ])
      expect(() => decodeCursor(cursor, other)).toThrow(invalid)
  })

  it("is rejected when any character was changed, removed or added", () => {
    const cursor = encodeCursor(["2026-01-01", "cli_1"], cursorScope)
    for (let at = 0; at < cursor.length; at++) {
      const before = cursor.slice(0, at)
      const after = cursor.slice(at + 1)
      for (const altered of [
        `${before}${cursor[at] === "A" ? "B" : "A"}${after}`,
        before + after,
        `${before}A${cursor.slice(at)}`,
      ])
        if (altered !== cursor) expect(() => decodeCursor(altered, cursorScope), altered).toThrow(invalid)
    }
    expect(() => decodeCursor("", cursorScope)).toThrow(invalid)
  })

  it("starts with a signature of 11 base64url characters", () => {
    const cursors = Array.from({ length: 20 }, (_, n) => encodeCursor([n, "x"], cursorScope))
    expect(cursors.map((cursor) => Buffer.from(cursor.slice(11), "base64url").toString())).toEqual(
      cursors.map((_, n) => `[${n},"x"]`),
    )
    // With hexadecimal characters, 11 of them would be 44 bits instead of 66.
    expect(cursors.map((cursor) => cursor.slice(0, 11)).join("")).toMatch(/[g-zG-Z_-]/)
  })

  it("that was rejected says what to do, at the parameter", () => {
    expect(() => decodeCursor("x", cursorScope)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining("must stay the same"),
        errors: [
          {
            parameter: "cursor",
            code: "cursor_invalid",
            detail: expect.stringContaining("must stay the same"),
            fix: expect.stringContaining("next_cursor"),
          },
        ],
      }),
    )
  })
})
