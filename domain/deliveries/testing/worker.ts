/** The jobs of a worker process in the crash tests. Started by `startWorker`, each runs until it is killed. */
import { publish } from "@/domain/events/publish"
import { exampleTestPing } from "@/domain/events/test-ping"
import { newId } from "@/domain/kernel/ids"
import { acrossTeams, prisma } from "@/prisma/client"
import { sendAttempt } from "../attempt"
import { claim } from "../claim"
import { deliverDue } from "../deliver-due"

export const workerJobs = {
  /** Delivers due deliveries until it is killed. */
  deliver: async () => {
    for (;;) {
      await deliverDue({ signal: AbortSignal.timeout(60_000) })
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  },
  /** Commits messages for the team, each in a separate transaction, and dies before it can notify a worker. */
  "die-after-commit": async (teamId: string, messages: number) => {
    for (let made = 0; made < messages; made++)
      await acrossTeams(() =>
        prisma.$transaction((tx) =>
          publish(tx, { team_id: teamId, type: "test.ping", data: exampleTestPing, dedupe_key: newId("message") }),
        ),
      )
    die()
  },
  "die-after-claim": async () => {
    while ((await claim()).length > 0);
    die()
  },
  "die-after-response": async () => {
    await Promise.all((await claim()).map(sendAttempt))
    die()
  },
}
export type WorkerJob = keyof typeof workerJobs

/** Like a power cut: no more code of this process runs. */
const die = () => process.kill(process.pid, "SIGKILL")
