/** A database for one file of tests: who claims takes whatever is due, and must not find what other tests wait for. */
import { randomBytes } from "node:crypto"
import pg from "pg"
import { afterAll, beforeAll } from "vitest"
import { disconnect } from "@/prisma/client"
import { deploy } from "@/prisma/migrate"

/** For all tests of the file that calls it. */
export function ownDatabase() {
  const shared = process.env["DATABASE_URL"] ?? ""
  const name = `own_${randomBytes(6).toString("hex")}`
  beforeAll(async () => {
    await statement(shared, `create database ${name}`)
    const own = new URL(shared)
    own.pathname = `/${name}`
    process.env["DATABASE_URL"] = own.href
    await disconnect()
    await deploy(own.href)
  })
  afterAll(async () => {
    await disconnect()
    process.env["DATABASE_URL"] = shared
    await statement(shared, `drop database ${name} with (force)`)
  })
}

async function statement(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
