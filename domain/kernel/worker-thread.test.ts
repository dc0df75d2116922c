import { spawn } from "node:child_process"
import { once } from "node:events"
import { setImmediate } from "node:timers/promises"
import { threadId } from "node:worker_threads"
import { expect, it } from "vitest"
import { WorkerThread } from "./worker-thread"

/** A module with functions that the worker must survive. */
const source = `
  import { parentPort, threadId } from "node:worker_threads"
  const functions = {
    thread: () => threadId,
    block: (memory) => Atomics.wait(memory, 0, 0),
    hang: () => { for (;;); },
    fail: () => { throw new Error("no such brand") },
    exit: () => process.exit(),
    failLater: () => void setTimeout(() => { throw new Error("too late") }),
  }
  parentPort.on("message", ({ name, input }) => parentPort.postMessage(functions[name](input)))`

type Functions = {
  thread(input: null): number
  block(memory: Int32Array): string
  hang(input: null): never
  fail(input: null): never
  exit(input: null): never
  failLater(input: null): void
}
const module = new URL(`data:text/javascript,${encodeURIComponent(source)}`)
const workerThread = () => new WorkerThread<Functions>(module)

it("runs every call on the same separate thread", async () => {
  const worker = workerThread()
  const [first, second] = await Promise.all([worker.run("thread", null), worker.run("thread", null)])
  expect(first).not.toBe(threadId)
  expect(second).toBe(first)
})

it("a call does not block this thread", async () => {
  const memory = new Int32Array(new SharedArrayBuffer(4))
  const call = workerThread().run("block", memory)
  // This thread runs on during the call and then ends it.
  for (let tick = 0; tick < 100; tick++) await setImmediate()
  Atomics.store(memory, 0, 1)
  Atomics.notify(memory, 0)
  expect(await call).toMatch(/^(ok|not-equal)$/)
})

it("stops a call that takes too long and runs the next call on a new thread", async () => {
  const worker = workerThread()
  const hung = await worker.run("thread", null)
  const call = worker.run("hang", null, 200)
  const next = worker.run("thread", null)
  await expect(call).rejects.toThrow("hang did not end within 0.2 s in its worker thread.")
  expect(await next).not.toBe(hung)
})

it("rejects a call that throws, with the cause, and runs the next call", async () => {
  const worker = workerThread()
  const call = worker.run("fail", null)
  const next = worker.run("thread", null)
  await expect(call).rejects.toMatchObject({
    message: "fail failed in its worker thread.",
    cause: { message: "no such brand" },
  })
  expect(await next).toBeGreaterThan(0)
})

it("rejects a call immediately when its thread exits", async () => {
  const worker = workerThread()
  await expect(worker.run("exit", null)).rejects.toThrow("exit failed in its worker thread.")
  expect(await worker.run("thread", null)).toBeGreaterThan(0)
})

it("recovers from a thread that dies between two calls", async () => {
  const worker = workerThread()
  const first = await worker.run("thread", null)
  // On a busy machine, the thread can die before its reply is read.
  await worker.run("failLater", null).catch(() => null)
  await expect.poll(() => worker.run("thread", null).catch(() => first)).not.toBe(first)
})

it("an idle thread does not keep the process alive", async () => {
  const program = `
    const { load } = await import("./scripts/bundle.ts")
    const { WorkerThread } = await load("domain/kernel/worker-thread.ts")
    await new WorkerThread(new URL(${JSON.stringify(module.href)})).run("thread", null)`
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program], { stdio: "inherit" })
  expect(await once(child, "exit")).toEqual([0, null])
})
