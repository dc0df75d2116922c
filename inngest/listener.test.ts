import pg from "pg"
import { beforeEach, expect, it, onTestFinished, vi } from "vitest"
import { log } from "@/domain/kernel/log"
import { rows, sql } from "@/prisma/client"
import { Listener } from "./listener"

beforeEach(() => {
  vi.spyOn(log, "warn").mockImplementation(() => {})
})

async function listening() {
  const listener = new Listener()
  onTestFinished(() => listener.close())
  const received: string[] = []
  let openings = 0
  listener.on("listener_test", (payload) => received.push(payload))
  listener.onOpen(() => openings++)
  return { listener, received, openings: () => openings }
}

const tell = (payload: string) => rows(sql`select pg_notify('listener_test', ${payload})`)

it("receives notifications of a channel", async () => {
  const { listener, received } = await listening()
  await listener.open()
  await tell("hello")
  await expect.poll(() => received).toEqual(["hello"])
})

it("reconnects after Postgres ends the session, and calls onOpen again", async () => {
  const { listener, received, openings } = await listening()
  await listener.open()
  const before = listener.pid
  await terminate(before)
  await expect.poll(openings).toBe(2)
  expect(listener.pid).not.toBe(before)
  await tell("again")
  await expect.poll(() => received).toEqual(["again"])
})

it("retries while Postgres is unreachable, and can still be closed", async () => {
  const { listener, openings } = await listening()
  const opening = listener.open("postgresql://nobody@127.0.0.1:1/nothing")
  await listener.close()
  await opening
  expect(openings()).toBe(0)
})

it("ends a session that opens after it was closed", async () => {
  const { listener, openings } = await listening()
  const url = new URL(process.env.DATABASE_URL ?? "")
  url.searchParams.set("application_name", "closed_listener")
  const opening = listener.open(url.href)
  await listener.close()
  await opening
  expect(openings()).toBe(0)
  const sessions = () => rows(sql`select pid from pg_stat_activity where application_name = 'closed_listener'`)
  await expect.poll(sessions).toEqual([])
})

/** Needs the role that owns the session. */
async function terminate(pid: number) {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  await client.query("select pg_terminate_backend($1)", [pid])
  await client.end()
}
