/** The table of contents: every function, and the handler by which an engine calls them. */
import type { InngestFunction } from "inngest"
import { serve } from "inngest/edge"
import { baseUrl } from "@/domain/base-url"
import { inngest, isEmbedded } from "./client"
import { deliver } from "./deliver"
import { notify } from "./notify"
import { prune } from "./prune"
import { recover } from "./recover"
import { sweep } from "./sweep"

const functions: InngestFunction.Any[] = [deliver, sweep, notify, recover, prune]

/** Mounted at /api/inngest, and called by the engine in this process. Refuses who cannot sign, unless INNGEST_DEV says otherwise. */
export const handle = serve({
  client: inngest,
  functions,
  serveOrigin: process.env.INNGEST_SERVE_ORIGIN || baseUrl(),
  servePath: "/api/inngest",
  // Only an Inngest server has a reason to ask what there is.
  ...(isEmbedded && { enableUnauthedSync: false }),
})
