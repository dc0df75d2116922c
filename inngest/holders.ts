/** Says that this process lives, and hands on what killed ones had leased: ten seconds after the kill, or five after the next start. */
import { setTimeout as sleep } from "node:timers/promises"
import type { Client } from "pg"
import { absentHolders, freeLeases } from "@/domain/deliveries/free-leases"
import { hideLife, showLife } from "@/domain/deliveries/lease-holder"
import { log } from "@/domain/log"
import { absentAskers, freeTasks } from "@/domain/scans/free-tasks"
import type { Listener } from "./listener"

/** More than a living process needs to come back when its session broke: who is absent at two looks is gone. */
const LOOK_EVERY_MS = 5_000

/** To be called before the listener is opened. */
export function watchHolders(listener: Listener) {
  listener.onOpen((session) => {
    void show(session)
    // Begun anew with each session: when Postgres was away, everybody's broke, and who was absent before may be on its way back.
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
      log.warn({ err }, "cannot look for leases of processes that are gone")
    }
  }
}
