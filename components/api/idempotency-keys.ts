/** Idempotency keys for changes. The server executes a change only once, even if it receives the same key again. */
import { nanoid } from "nanoid"

const keys = new WeakMap<object, string>()

export const newIdempotencyKey = () => nanoid(32)

/** Assigns a key to the change that `input` requests. `idempotencyKeyOf` finds it by object identity. */
export const setIdempotencyKey = (input: object, key: string) => void keys.set(input, key)

/** Returns the assigned key, or a new one. The caller sends the same key with all automatic retries. */
export const idempotencyKeyOf = (input: unknown) =>
  (typeof input === "object" && input && keys.get(input)) || newIdempotencyKey()
