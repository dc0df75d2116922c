/** Checks or imports an uploaded file of metrics. */
import { processUpload } from "@/domain/data-sources/uploads/process-upload"
import { inngest } from "./client"

export const readUpload = inngest.createFunction(
  {
    id: "read-upload",
    triggers: [{ event: "uploads/queued" }],
    // Each run holds a database connection while it reads and stores.
    concurrency: 2,
    // The sweep is the retry: it finds the upload when its lease has expired.
    retries: 0,
  },
  async ({ event }) => {
    const { upload_id } = event.data as { upload_id: string }
    await processUpload(upload_id)
  },
)
