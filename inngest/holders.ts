/**
 * Marks this process as alive, and releases the leases of killed processes: ten seconds after the kill, or five seconds
 * after the next start.
 */
import { setTimeout as sleep } from "node:timers/promises"
import type { Client } from "pg"
import { absentHolders, freeLeases } from "@/domain/deliveries/free-leases"
import { hideLife, showLife } from "@/domain/deliveries/lease-holder"
import { log } from "@/domain/log"
import { absentAskers, freeTasks } from "@/domain/scans/free-tasks"
import type { Listener } from "./listener"

/** Longer than a living process needs to reconnect. A process that is absent at two consecutive checks is gone. */
const LOOK_EVERY_MS = 5_000

/** Call before the listener is opened. */
export function watchHolders(listener: Listener) {
  listener.onOpen((session) => {
    void show(session)
    // Each session starts without earlier results. After a Postgres outage every session is new, and a process that was
    // absent before may still be reconnecting.
    const looks = [looksFor(absentHolders, freeLeases), looksFor(absentAskers, freeTasks)]
    const look = () => void looks.forEach((one) => void one())
    look()
    const timer = setInterval(look, LOOK_EVERY_MS).unref()
    session.once("end", () => clearInterval(timer))
  })
}

async function show(session: Client) {
  let isOpen = true
  session.once("end", () => {
    isOpen = false
    hideLife()
  })
  while (isOpen && !(await showLife(session).catch(() => false))) await sleep(SHOW_EVERY_MS)
}

const SHOW_EVERY_MS = 1_000

function looksFor(absent: () => Promise<number[]>, free: (holders: number[]) => Promise<number>) {
  let absentBefore: number[] = []
  return async () => {
    try {
      const found = await absent()
      const gone = found.filter((holder) => absentBefore.includes(holder))
      absentBefore = found
      if (gone.length > 0) await free(gone)
    } catch (err) {
      absentBefore = []
      log.warn({ err }, "could not check for leases of ended processes; checking again in 5 s")
    }
  }
}
