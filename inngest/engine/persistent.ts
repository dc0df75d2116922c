/** Tries a write again while the database is away: what a function has done is done, and should not be done twice. */
import { setTimeout as sleep } from "node:timers/promises"
import { log } from "@/domain/log"

/** What `write` says in the end; after a minute its failure is thrown, and whoever takes the run over does the step again. */
export async function persistently(write: () => Promise<boolean>, tries = 60): Promise<boolean> {
  for (let left = tries; ; left--) {
    try {
      return await write()
    } catch (err) {
      if (left <= 1) throw err
      if (left === tries) log.warn({ err }, "the engine cannot write down a result; it tries again")
      await sleep(1_000)
    }
  }
}
