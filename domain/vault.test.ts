import { randomBytes } from "node:crypto"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { open, resealed, type SealedPlace, seal } from "./vault"

const newKey = () => randomBytes(32).toString("base64")
const [first, second] = [newKey(), newKey()]
const useRing = (ring: string) => vi.stubEnv("SIGNALBOX_ENCRYPTION_KEYS", ring)
const place = "ep_1:1" as SealedPlace

beforeEach(() => void useRing(`1:${first}`))
afterEach(() => vi.unstubAllEnvs())

describe("what the vault has sealed", () => {
  it.each([
    ["text", "café ☃"],
    ["nothing", ""],
    ["bytes", randomBytes(5_000)],
  ])("opens again: %s", (_, plain) => {
    expect(open(seal(plain, place), place)).toEqual(Buffer.from(plain as string))
  })

  it("opens nowhere else", () => {
    const sealed = seal("secret", place)
    for (const other of ["ep_1:2", "ep_2:1", "", "ep_1:1 "])
      expect(() => open(sealed, other as SealedPlace), other).toThrow()
  })

  it("does not open when a single bit of it was changed, wherever it lies", () => {
    const sealed = seal("secret", place)
    for (let at = 0; at < sealed.length * 8; at++) {
      const changed = sealed.slice()
      changed[at >> 3] = (changed[at >> 3] ?? 0) ^ (1 << (at & 7))
      expect(() => open(changed, place), `bit ${at}`).toThrow()
    }
  })

  it("does not open when it was cut", () => {
    const sealed = seal("secret", place)
    for (let length = 0; length < sealed.length; length++)
      expect(() => open(sealed.subarray(0, length), place), `${length} bytes`).toThrow()
  })

  it("shows neither its content nor that two contents are the same", () => {
    const sealed = [seal("one secret", place), seal("one secret", place)]
    expect(sealed[0]).not.toEqual(sealed[1])
    expect(Buffer.from(sealed[0] as Uint8Array).includes("one secret")).toBe(false)
  })
})

describe("a new key in front of the ring", () => {
  it("seals from then on, while the old one still opens its own", () => {
    const old = seal("secret", place)
    useRing(`2024-b:${second},1:${first}`)
    expect(open(old, place).toString()).toBe("secret")
    const fresh = seal("secret", place)
    useRing(`1:${first}`)
    expect(() => open(fresh, place)).toThrow('no key "2024-b"')
  })

  it("takes over what the old one sealed, so that the old one can go", () => {
    const old = seal("secret", place)
    useRing(`2:${second},1:${first}`)
    const moved = resealed(old, place) as Uint8Array
    expect(resealed(moved, place)).toBeNull()
    expect(() => resealed(old, "ep_2:1" as SealedPlace)).toThrow()
    useRing(`2:${second}`)
    expect(open(moved, place).toString()).toBe("secret")
    expect(() => open(old, place)).toThrow()
  })
})

describe("a ring that is not one", () => {
  const short = Buffer.alloc(16).toString("base64")
  it.each(["", ",", "1", `1:${short}`, `:${first}`, `a b:${first}`, `1:${first},1:${second}`, `1:${first},2:x`])(
    "is refused, and not told: case %#",
    (text) => {
      useRing(text)
      const failure = (() => {
        try {
          return String(seal("secret", place))
        } catch (thrown) {
          return String(thrown)
        }
      })()
      expect(failure).toContain("SIGNALBOX_ENCRYPTION_KEYS is not set")
      expect(failure).not.toContain(first)
    },
  )
})
