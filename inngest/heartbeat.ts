/**
 * Marks this process as alive, and releases leases that nobody works on. Expired leases, and those of this process that
 * it does not know, are released at each check. Those of killed processes are released ten seconds after the kill, or
 * five seconds after the next start.
 */
import { setTimeout as sleep } from "node:timers/promises"
import type { Client } from "pg"
import { absentHolders, freeLeases } from "@/domain/deliveries/free-leases"
import { hideLife, showLife } from "@/domain/kernel/lease-holder"
import { log } from "@/domain/kernel/log"
import { absentAskers, freeTasks } from "@/domain/scans/free-tasks"
import type { Listener } from "./listener"

/** Longer than a living process needs to reconnect. A process that is absent at two consecutive checks is gone. */
const CHECK_EVERY_MS = 5_000

/** Call before the listener is opened. */
export function startHeartbeat(listener: Listener) {
  listener.onOpen((session) => {
    void announce(session)
    // Each session starts without earlier results. After a Postgres outage every session is new, and a process that was
    // absent before may still be reconnecting.
    const checks = [checkFor(absentHolders, freeLeases), checkFor(absentAskers, freeTasks)]
    const check = () => void checks.forEach((run) => void run())
    check()
    const timer = setInterval(check, CHECK_EVERY_MS).unref()
    session.once("end", () => clearInterval(timer))
  })
}

async function announce(session: Client) {
  let isOpen = true
  session.once("end", () => {
    isOpen = false
    hideLife()
  })
  while (isOpen && !(await showLife(session).catch(() => false))) await sleep(RETRY_EVERY_MS)
}

const RETRY_EVERY_MS = 1_000

function checkFor(absent: () => Promise<number[]>, release: (processes: number[]) => Promise<number>) {
  let absentBefore: number[] = []
  return async () => {
    try {
      const found = await absent()
      const gone = found.filter((process) => absentBefore.includes(process))
      absentBefore = found
      await release(gone)
    } catch (err) {
      absentBefore = []
      log.warn({ err }, "could not check for leases of ended processes; checking again in 5 s")
    }
  }
}
