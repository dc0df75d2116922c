/** Lists all Inngest functions and creates the handler through which an engine calls them. */
import type { InngestFunction } from "inngest"
import { serve } from "inngest/edge"
import { baseUrl } from "@/domain/kernel/base-url"
import { checkEndpointHealth } from "./check-endpoint-health"
import { checkSignals } from "./check-signals"
import { inngest, isEmbedded } from "./client"
import { countPastHours } from "./count-hours"
import { deliver } from "./deliver"
import { emailNotice } from "./email-notice"
import { emailSignals } from "./email-signals"
import { evaluateSignals } from "./evaluate-signals"
import { markSignals } from "./mark-signals"
import { notifyLeak } from "./notify-leak"
import { prune } from "./prune"
import { readUpload } from "./read-upload"
import { recount } from "./recount"
import { recover } from "./recover"
import { scan } from "./scan"
import { startScans } from "./start-scans"
import { startSyncs } from "./start-syncs"
import { isOutdated } from "./stop-when-outdated"
import { suggestBrands } from "./suggest-brands"
import { sweep } from "./sweep"
import { sync } from "./sync"
import { updateExchangeRates } from "./update-exchange-rates"

const functions: InngestFunction.Any[] = [
  deliver,
  sweep,
  checkEndpointHealth,
  emailNotice,
  notifyLeak,
  recover,
  scan,
  startScans,
  sync,
  startSyncs,
  readUpload,
  recount,
  suggestBrands,
  evaluateSignals,
  checkSignals,
  markSignals,
  emailSignals,
  countPastHours,
  updateExchangeRates,
  prune,
]

/** Serves an Inngest server at /api/inngest. With the embedded engine, every call over HTTP is rejected unread. */
export async function serveFunctions(request: Request) {
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
