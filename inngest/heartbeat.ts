/**
 * Marks this process as alive, and releases leases of ended processes. A check every five seconds releases:
 *
 * - leases that have expired,
 * - leases of processes that did not hold their process lock at this check and at the previous one: they have ended,
 * - leases with the number of this process that it does not know, because the response to their claim was lost.
 *
 * So the leases of a killed process end at most ten seconds after the kill, or five seconds after the next start.
 */
import { setTimeout as sleep } from "node:timers/promises"
import type { Client } from "pg"
import { absentDeliveryProcesses, expireAbandonedDeliveryLeases } from "@/domain/deliveries/expire-abandoned-leases"
import { log } from "@/domain/kernel/log"
import { markProcessLockLost, takeProcessLock } from "@/domain/kernel/process-lock"
import { absentScanProcesses, expireAbandonedLeases } from "@/domain/scans/expire-abandoned-leases"
import type { Listener } from "./listener"

/** Longer than a living process needs to reconnect. A process that is absent at two consecutive checks has ended. */
const checkEveryMs = 5_000

/** Call before the listener is opened. */
export function startHeartbeat(listener: Listener) {
  listener.onOpen((session) => {
    void holdProcessLock(session)
    // Each session starts without earlier results. After a Postgres outage every session is new, and a process that was
    // absent before may still be reconnecting.
    const checks = [
      checkFor(absentDeliveryProcesses, expireAbandonedDeliveryLeases),
      checkFor(absentScanProcesses, expireAbandonedLeases),
    ]
    const runChecks = () => {
      for (const check of checks) void check()
    }
    runChecks()
    const timer = setInterval(runChecks, checkEveryMs).unref()
    session.once("end", () => clearInterval(timer))
  })
}

/** Takes the lock by which other processes see that this one is alive, and retries until the session ends. */
async function holdProcessLock(session: Client) {
  let isOpen = true
  session.once("end", () => {
    isOpen = false
    markProcessLockLost()
  })
  while (isOpen && !(await takeProcessLock(session).catch(() => false))) await sleep(retryEveryMs)
}

const retryEveryMs = 1_000

/** Returns a check that releases the leases of processes that were also absent at its previous call. */
function checkFor(findAbsent: () => Promise<number[]>, release: (processes: number[]) => Promise<number>) {
  let previouslyAbsent: number[] = []
  return async () => {
    try {
      const absent = await findAbsent()
      const ended = absent.filter((process) => previouslyAbsent.includes(process))
      previouslyAbsent = absent
      await release(ended)
    } catch (err) {
      previouslyAbsent = []
      log.warn({ err }, "could not check for leases of ended processes; checking again in 5 s")
    }
  }
}
