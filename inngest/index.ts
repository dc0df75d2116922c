/** Lists all Inngest functions and creates the handler through which an engine calls them. */
import type { InngestFunction } from "inngest"
import { serve } from "inngest/edge"
import { baseUrl } from "@/domain/kernel/base-url"
import { inngest, isEmbedded } from "./client"
import { countPastHours } from "./count-hours"
import { deliver } from "./deliver"
import { notify } from "./notify"
import { notifyLeak } from "./notify-leak"
import { prune } from "./prune"
import { recount } from "./recount"
import { recover } from "./recover"
import { scan } from "./scan"
import { startScans } from "./start-scans"
import { isOutdated } from "./stop-when-outdated"
import { suggest } from "./suggest"
import { sweep } from "./sweep"
import { watch } from "./watch"

const functions: InngestFunction.Any[] = [
  deliver,
  sweep,
  watch,
  notify,
  notifyLeak,
  recover,
  scan,
  startScans,
  recount,
  suggest,
  countPastHours,
  prune,
]

/** Serves an Inngest server at /api/inngest. With the embedded engine, every call over HTTP is rejected unread. */
export const answerServer = async (request: Request) => {
  if (isEmbedded) return Response.json({ message: "Unauthorized" }, { status: 401 })
  return isOutdated() ? Response.json({ message: "This process is outdated" }, { status: 503 }) : handle(request)
}

/** Rejects calls without a valid signature, except with INNGEST_DEV. */
export const handle = serve({
  client: inngest,
  functions,
  serveOrigin: process.env.INNGEST_SERVE_ORIGIN || baseUrl(),
  servePath: "/api/inngest",
  // Only an Inngest server needs to ask for the list of functions.
  ...(isEmbedded && { enableUnauthedSync: false }),
})
