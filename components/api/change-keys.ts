/** The id of each change that the browser asks for. The server does a change once, however often it arrives under the same id. */
import { nanoid } from "nanoid"

const keys = new WeakMap<object, string>()

export const newChangeKey = () => nanoid(32)

/** Names the change that `input` asks for; the link finds the id by the same object. */
export const nameChange = (input: object, key: string) => void keys.set(input, key)

/** Changes that were not named get an id of their own, which their automatic retries share. */
export const keyOfChange = (input: unknown) => (typeof input === "object" && input && keys.get(input)) || newChangeKey()
