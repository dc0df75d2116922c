import { expect, it } from "vitest"
import { formatBytes } from "./format-bytes"

it.each([
  [0, "0 B"],
  [999, "999 B"],
  [1_000, "1.0 kB"],
  [12_345, "12.3 kB"],
  [999_940, "999.9 kB"],
  [999_960, "1.0 MB"],
  [999_960_000, "1.0 GB"],
])("formats %s bytes as %s", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
