/** Lists all Inngest functions and creates the handler through which an engine calls them. */
import type { InngestFunction } from "inngest"
import { serve } from "inngest/edge"
import { baseUrl } from "@/domain/kernel/base-url"
import { inngest, isEmbedded } from "./client"
import { countPastHours } from "./count-hours"
import { deliver } from "./deliver"
import { checkEndpointHealth, emailNotice, notifyLeak } from "./notices"
import { prune } from "./prune"
import { readUpload } from "./read-upload"
import { recount } from "./recount"
import { recover } from "./recover"
import { scan, startScans } from "./scan"
import { checkSignals, emailSignals, emailTeamSignals, evaluateSignals, markSignals } from "./signals"
import { isOutdated } from "./stop-when-outdated"
import { suggestBrandsOfScans } from "./suggest-brands"
import { sweepPendingWork } from "./sweep"
import { startSyncs, sync } from "./sync"
import { updateExchangeRates } from "./update-exchange-rates"

const functions: InngestFunction.Any[] = [
  deliver,
  sweepPendingWork,
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
  suggestBrandsOfScans,
  evaluateSignals,
  checkSignals,
  markSignals,
  emailSignals,
  emailTeamSignals,
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
  // Only an Inngest server asks for the list of functions without a signature.
  ...(isEmbedded && { enableUnauthedSync: false }),
})
