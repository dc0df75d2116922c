import { resolve } from "node:path"
import { afterEach, expect, it, vi } from "vitest"
import { readStartOptions } from "./options"

const read = (...args: string[]) => readStartOptions(args, { isDev: false })

afterEach(() => {
  vi.unstubAllEnvs()
})

it("without options, it listens on port 3000 of this machine and seeds the demo team", async () => {
  vi.stubEnv("PORT", undefined)
  expect(await read()).toMatchObject({ port: 3000, hostname: "127.0.0.1", isSeeded: true, isFresh: false })
})

it("the command line overrides the environment", async () => {
  vi.stubEnv("PORT", "4001")
  expect(await read()).toMatchObject({ port: 4001 })
  expect(await read("--port", "4002")).toMatchObject({ port: 4002 })
})

it("a relative data folder is resolved against the folder in which npm was called", async () => {
  vi.stubEnv("INIT_CWD", "/somewhere")
  expect(await read("--data-dir", "box")).toMatchObject({ dataDir: resolve("/somewhere/box") })
})

it("a relative SIGNALBOX_DATA_DIR is resolved against the project folder", async () => {
  vi.stubEnv("INIT_CWD", "/somewhere")
  vi.stubEnv("SIGNALBOX_DATA_DIR", "box")
  expect(await read()).toMatchObject({ dataDir: resolve("box") })
})

it.each(["--help", "-h"])("%s asks for help", async (word) => {
  expect(await read(word)).toBeNull()
})

it("port 0 picks a free port", async () => {
  expect((await read("--port", "0"))?.port).toBeGreaterThan(1023)
})

it.each(["--port=abc", "--port=70000", "--prot=1"])("%s is rejected with a UserError", async (word) => {
  await expect(read(word)).rejects.toMatchObject({ name: "UserError" })
})
