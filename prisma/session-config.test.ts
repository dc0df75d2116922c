import { globSync, readFileSync } from "node:fs"
import pg from "pg"
import { expect, it } from "vitest"
import { database } from "./client"
import { applicationPoolConfig } from "./pool"
import { sessionConfig } from "./session-config"

const url = () => process.env["DATABASE_URL"] ?? ""

async function show(config: pg.ClientConfig, name: string) {
  const client = new pg.Client(config)
  await client.connect()
  try {
    const { rows } = await client.query(`show ${name}`)
    return rows[0]?.[name]
  } finally {
    await client.end()
  }
}

it("all pools have JIT compilation off", async () => {
  const { pool, queue } = database()
  for (const one of [pool, queue]) {
    const { rows } = await one.query("show jit")
    expect(rows).toEqual([{ jit: "off" }])
  }
  expect(await show(sessionConfig(url()), "jit")).toBe("off")
})

it("options in the address are preserved, and cannot override ours", async () => {
  const address = new URL(url())
  address.searchParams.set("options", "-c role=none -c jit=on -c application_name=mine")
  const config = applicationPoolConfig(address.href)
  expect(await show(config, "jit")).toBe("off")
  expect(await show(config, "role")).toBe("signalbox_app")
  expect(await show(config, "application_name")).toBe("mine")
})

it("every connection of the product is opened with these settings", () => {
  const files = globSync("{prisma,domain,inngest,server,scripts}/**/*.ts", {
    exclude: [
      "**/generated/**",
      "**/testing/**",
      "**/*.test.ts",
      "scripts/{bench,crash-tests,test}/**",
      "scripts/bench*.ts",
    ],
  })
  const opening = files
    .map((file) => ({ file, text: readFileSync(file, "utf8") }))
    .filter(({ text }) => /from "pg"/.test(text))
    .flatMap(({ file, text }) => (text.match(/new (pg\.)?(Client|Pool)\(.*/g) ?? []).map((call) => ({ file, call })))
  expect(opening.length).toBeGreaterThan(4)
  const known = ["prisma/read-pipelines.ts"] // uses the pool's configuration
  expect(opening.filter(({ file, call }) => !call.includes("sessionConfig(") && !known.includes(file))).toEqual([])
})
