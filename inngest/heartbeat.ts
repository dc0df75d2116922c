/**
 * Marks this process as alive, and releases abandoned leases. Each check releases expired leases, leases of processes
 * that were also absent at the check before, and leases that carry this process's number but are not in its memory. So
 * the leases of a killed process end at most ten seconds after the kill, or five seconds after the next start.
 */
import { setTimeout as sleep } from "node:timers/promises"
import type { Client } from "pg"
import { absentDeliveryProcesses, releaseLeases } from "@/domain/deliveries/release-leases"
import { acquireHeartbeatLock, loseHeartbeatLock } from "@/domain/kernel/heartbeat"
import { log } from "@/domain/kernel/log"
import { absentScanProcesses, releaseAbandonedLeases } from "@/domain/scans/release-abandoned-leases"
import type { Listener } from "./listener"

/** Longer than a living process needs to reconnect. A process that is absent at two consecutive checks is gone. */
const checkEveryMs = 5_000

/** Call before the listener is opened. */
export function startHeartbeat(listener: Listener) {
  listener.onOpen((session) => {
    void announce(session)
    // Each session starts without earlier results. After a Postgres outage every session is new, and a process that was
    // absent before may still be reconnecting.
    const checks = [
      checkFor(absentDeliveryProcesses, releaseLeases),
      checkFor(absentScanProcesses, releaseAbandonedLeases),
    ]
    const check = () => void checks.forEach((run) => void run())
    check()
    const timer = setInterval(check, checkEveryMs).unref()
    session.once("end", () => clearInterval(timer))
  })
}

async function announce(session: Client) {
  let isOpen = true
  session.once("end", () => {
    isOpen = false
    loseHeartbeatLock()
  })
  while (isOpen && !(await acquireHeartbeatLock(session).catch(() => false))) await sleep(retryEveryMs)
}

const retryEveryMs = 1_000

function checkFor(absent: () => Promise<number[]>, release: (processes: number[]) => Promise<number>) {
  let absentBefore: number[] = []
  return async () => {
    try {
      const found = await absent()
      const ended = found.filter((process) => absentBefore.includes(process))
      absentBefore = found
      await release(ended)
    } catch (err) {
      absentBefore = []
      log.warn({ err }, "could not check for leases of ended processes; checking again in 5 s")
    }
  }
}
