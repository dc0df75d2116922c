/**
 * Creates a database on the Postgres of SIGNALBOX_TEST_DATABASE_URL, so that tests can run on another build or version.
 */
import { randomBytes } from "node:crypto"
import pg from "pg"

/** `serverUrl` needs a login that may create databases and roles. `stop` drops the database again. */
export async function createExternalDatabase(serverUrl: string) {
  const name = `signalbox_test_${randomBytes(6).toString("hex")}`
  await statement(serverUrl, `create database ${name}`)
  const url = new URL(serverUrl)
  url.pathname = name
  return { url: url.href, stop: () => statement(serverUrl, `drop database ${name} with (force)`) }
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
