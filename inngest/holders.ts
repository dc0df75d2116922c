/** Says that this process lives, and hands on what killed ones had leased: ten seconds after the kill, or five after the next start. */
import { setTimeout as sleep } from "node:timers/promises"
import type { Client } from "pg"
import { absentHolders, freeLeases } from "@/domain/deliveries/free-leases"
import { hideLife, showLife } from "@/domain/deliveries/lease-holder"
import { log } from "@/domain/log"
import type { Listener } from "./listener"

/** More than a living process needs to come back when its session broke: who is absent at two looks is gone. */
const LOOK_EVERY_MS = 5_000

/** To be called before the listener is opened. */
export function watchHolders(listener: Listener) {
  listener.onOpen((session) => {
    void show(session)
    // Begun anew with each session: when Postgres was away, everybody's broke, and who was absent before may be on its way back.
    const look = looks()
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

function looks() {
  let absentBefore: number[] = []
  return async () => {
    try {
      const absent = await absentHolders()
      const gone = absent.filter((holder) => absentBefore.includes(holder))
      absentBefore = absent
      if (gone.length > 0) await freeLeases(gone)
    } catch (err) {
      absentBefore = []
      log.warn({ err }, "cannot look for leases of processes that are gone")
    }
  }
}
