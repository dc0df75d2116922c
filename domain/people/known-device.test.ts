import { describe, expect, it } from "vitest"
import { knownDevice, rememberDevice } from "./known-device"

const ada = { id: "user_ada", session_version: 3 }
const now = new Date("2026-11-20T10:00:00Z")
const later = (days: number) => new Date(now.getTime() + days * 86_400_000)

describe("a known device", () => {
  it("is known for 180 days", () => {
    const tokens = rememberDevice([], ada, now)
    expect(knownDevice(tokens, ada, later(179))).toEqual(expect.any(String))
    expect(knownDevice(tokens, ada, later(181))).toBeNull()
  })

  it("is unknown to other users, and after the user's session version has changed", () => {
    const tokens = rememberDevice([], ada, now)
    expect(knownDevice(tokens, { id: "user_eve", session_version: 3 }, now)).toBeNull()
    expect(knownDevice(tokens, { ...ada, session_version: 4 }, now)).toBeNull()
  })

  it("cannot be forged: a token with any changed part is rejected", () => {
    const [token = ""] = rememberDevice([], ada, now)
    const parts = token.split(".")
    for (const [i, part] of parts.entries()) {
      const changed = parts.with(i, part.startsWith("9") ? `8${part.slice(1)}` : `9${part.slice(1)}`).join(".")
      expect(knownDevice([changed], ada, now)).toBeNull()
    }
    const manyBytes = [...parts.slice(0, 3), "é".repeat(parts.at(-1)?.length ?? 0)].join(".")
    for (const odd of ["", "...", "user_ada", "user_ada.x.9999999999.", "user_ada.x.NaN.é", manyBytes])
      expect(knownDevice([odd], ada, now)).toBeNull()
  })

  it("stays known to the last five users who signed in", () => {
    const people = Array.from({ length: 6 }, (_, i) => ({ id: `user_${i}`, session_version: 1 }))
    let tokens: string[] = []
    for (const person of people) tokens = rememberDevice(tokens, person, now)
    tokens = rememberDevice(tokens, { id: "user_5", session_version: 1 }, now)
    expect(people.filter((person) => knownDevice(tokens, person, now)).map(({ id }) => id)).toEqual([
      "user_1",
      "user_2",
      "user_3",
      "user_4",
      "user_5",
    ])
  })
})
