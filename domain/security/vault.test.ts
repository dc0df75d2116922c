import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { type AssociatedData, sealedColumns } from "./sealed-columns"
import { resealIfOutdated, seal, unseal } from "./vault"

const newKey = () => randomBytes(32).toString("base64")
const first = newKey()
const second = newKey()
const useRing = (ring: string) => vi.stubEnv("SIGNALBOX_ENCRYPTION_KEYS", ring)
const associatedData = "ep_1:1" as AssociatedData

beforeEach(() => void useRing(`1:${first}`))
afterEach(() => vi.unstubAllEnvs())

describe("encrypted bytes", () => {
  it.each([
    ["text", "café ☃"],
    ["nothing", ""],
    ["bytes", randomBytes(5_000)],
  ])("can be decrypted: %s", (_, plain) => {
    expect(unseal(seal(plain, associatedData), associatedData)).toEqual(Buffer.from(plain as string))
  })

  it("cannot be decrypted with other associated data", () => {
    const sealed = seal("secret", associatedData)
    for (const other of ["ep_1:2", "ep_2:1", "", "ep_1:1 "])
      expect(() => unseal(sealed, other as AssociatedData), other).toThrow()
  })

  it("cannot be decrypted when any single bit was changed", () => {
    const sealed = seal("secret", associatedData)
    for (let at = 0; at < sealed.length * 8; at++) {
      const changed = sealed.slice()
      changed[at >> 3] = (changed[at >> 3] ?? 0) ^ (1 << (at & 7))
      expect(() => unseal(changed, associatedData), `bit ${at}`).toThrow()
    }
  })

  it("cannot be decrypted when they were truncated", () => {
    const sealed = seal("secret", associatedData)
    for (let length = 0; length < sealed.length; length++)
      expect(() => unseal(sealed.subarray(0, length), associatedData), `${length} bytes`).toThrow()
  })

  it("reveal neither the content nor whether two contents are equal", () => {
    const sealed = [seal("one secret", associatedData), seal("one secret", associatedData)]
    expect(sealed[0]).not.toEqual(sealed[1])
    expect(Buffer.from(sealed[0] as Uint8Array).includes("one secret")).toBe(false)
  })
})

describe("a new first key in the key ring", () => {
  it("encrypts new data while the old key still decrypts its data", () => {
    const old = seal("secret", associatedData)
    useRing(`2024-b:${second},1:${first}`)
    expect(unseal(old, associatedData).toString()).toBe("secret")
    const fresh = seal("secret", associatedData)
    useRing(`1:${first}`)
    expect(() => unseal(fresh, associatedData)).toThrow('does not contain the key "2024-b"')
  })

  it("re-encrypts old data, so that the old key can be removed", () => {
    const old = seal("secret", associatedData)
    useRing(`2:${second},1:${first}`)
    const moved = resealIfOutdated(old, associatedData) as Uint8Array
    expect(resealIfOutdated(moved, associatedData)).toBeNull()
    expect(() => resealIfOutdated(old, "ep_2:1" as AssociatedData)).toThrow()
    useRing(`2:${second}`)
    expect(unseal(moved, associatedData).toString()).toBe("secret")
    expect(() => unseal(old, associatedData)).toThrow()
  })
})

describe("an invalid key ring", () => {
  const short = Buffer.alloc(16).toString("base64")
  it.each(["", ",", "1", `1:${short}`, `:${first}`, `a b:${first}`, `1:${first},1:${second}`, `1:${first},2:x`])(
    "is rejected without revealing its content: case %#",
    (text) => {
      useRing(text)
      const failure = (() => {
        try {
          return String(seal("secret", associatedData))
        } catch (thrown) {
          return String(thrown)
        }
      })()
      expect(failure).toContain("SIGNALBOX_ENCRYPTION_KEYS must contain")
      expect(failure).not.toContain(first)
    },
  )
})

/** Table and column of each column in the schema whose name marks it as encrypted (`sealed`). */
function sealedInSchema() {
  const schema = readFileSync("prisma/schema.prisma", "utf8")
  const models = [...schema.matchAll(/^model \w+ \{\n([\s\S]*?)^\}/gm)].map(([, body = ""]) => body)
  return models.flatMap((body) => {
    const table = /@@map\("(\w+)"\)/.exec(body)?.[1]
    return [...body.matchAll(/^ {2}(\w*sealed) +Bytes/gm)].map(([, column]) => `${table}.${column}`)
  })
}

it("the registry names every encrypted column of the schema", () => {
  const registered = Object.values(sealedColumns).map(({ table, column }) => `${table}.${column}`)
  expect(sealedInSchema().length).toBeGreaterThan(3)
  expect(registered.sort()).toEqual(sealedInSchema().sort())
})
