import { afterEach, expect, it, vi } from "vitest"
import { openDatabase, requireConnection } from "./database"

afterEach(() => {
  vi.unstubAllEnvs()
})

const serverUrl = () => process.env["DATABASE_URL"] ?? ""
const invalid =
  "is not a valid URL. Write special characters of the user name and password as %XX, for example %23 for # and %25 for %."

it.each([
  "postgresql://signalbox:pa#hidden@127.0.0.1:9/signalbox",
  "postgresql://signalbox:hidden@:port/signalbox?options=-c%20geqo%3Doff",
])("reports an invalid URL without its password: %s", async (url) => {
  const application = serverUrl()
  vi.stubEnv("DATABASE_URL", url)
  await expect(openDatabase("", url)).rejects.toMatchObject({ name: "UserError", message: `DATABASE_URL ${invalid}` })
  vi.stubEnv("MIGRATION_DATABASE_URL", url)
  await expect(openDatabase("", application)).rejects.toThrow(`MIGRATION_DATABASE_URL ${invalid}`)
})

it.each([
  "postgresql://signalbox:hidden@/signalbox",
  "postgresql://signalbox:hidden%zz@127.0.0.1:9/signalbox",
  "postgresql://signal%zzbox:hidden@127.0.0.1:9/signalbox",
])("checks the application's URL before the migrations need it: %s", async (url) => {
  vi.stubEnv("MIGRATION_DATABASE_URL", serverUrl())
  await expect(openDatabase("", url)).rejects.toMatchObject({ name: "UserError", message: `DATABASE_URL ${invalid}` })
})

it("names MIGRATION_DATABASE_URL when its Postgres cannot be used", async () => {
  vi.stubEnv("MIGRATION_DATABASE_URL", "postgresql://signalbox:hidden@127.0.0.1:9/signalbox")
  await expect(openDatabase("", serverUrl())).rejects.toThrow(
    /^Cannot use the Postgres of MIGRATION_DATABASE_URL \(127\.0\.0\.1:9\): .*ECONNREFUSED.* correct MIGRATION_DATABASE_URL, and try again\.$/,
  )
})

it("reports in one sentence that the application's login cannot connect", async () => {
  const url = new URL(serverUrl())
  url.password = "guess"
  await expect(requireConnection(url.href)).rejects.toThrow(
    /^Cannot use the Postgres of DATABASE_URL \(.*password authentication failed/,
  )
})
