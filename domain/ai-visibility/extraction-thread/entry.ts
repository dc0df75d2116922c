/** The module that an extraction thread runs. scripts/bundle.ts makes one file of it. */
import { parentPort } from "node:worker_threads"
import type { Call } from "@/domain/worker-thread"
import { functions } from "./functions"

parentPort?.on("message", ({ name, input }: Call) => {
  const call = functions[name as keyof typeof functions] as (input: unknown) => unknown
  parentPort?.postMessage(call(input))
})
