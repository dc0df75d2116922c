/** Entry module of an extraction thread. scripts/bundle.ts bundles it into one file. */
import { parentPort } from "node:worker_threads"
import type { Call } from "@/domain/kernel/worker-thread"
import { functions } from "./functions"

parentPort?.on("message", ({ name, input }: Call) => {
  const call = functions[name as keyof typeof functions] as (input: unknown) => unknown
  parentPort?.postMessage(call(input))
})
