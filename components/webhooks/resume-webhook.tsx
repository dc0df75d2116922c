/** Resumes a webhook, and asks whether to send or skip its held deliveries. */
"use client"

import { useState } from "react"
import { useApi } from "@/components/api/provider"
import type { Webhook } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { ProblemNote } from "@/components/forms/problem-note"
import { Button } from "@/components/ui/button"
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import { count } from "@/domain/kernel/format-count"

export function ResumeWebhook({ webhook }: { webhook: Webhook }) {
  const api = useApi()
  const [isOpen, setOpen] = useState(false)
  const { run, isBusy, problem } = useAction(api.webhooks.resume.mutationOptions(), {
    done: "Webhook resumed",
    onDone: () => setOpen(false),
  })
  const { held } = webhook.counts
  const resume = (choice: "send" | "skip") => run({ webhook_id: webhook.id, held: choice })
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger>
        <Button kind="primary">Resume webhook</Button>
      </DialogTrigger>
      <DialogContent
        title={
          held > 0 ? `Send or skip ${count(held)} held ${held === 1 ? "event" : "events"}?` : "Resume the webhook?"
        }
      >
        <div className="grid gap-4">
          <p className="break-words">
            {held > 0
              ? `${held === 1 ? "1 event was" : `${count(held)} events were`} held while the webhook was stopped. Send them to ${webhook.url} now, or skip them. Skipped events are not sent.`
              : `We send new events to ${webhook.url} again. No events were held.`}
          </p>
          <ProblemNote problem={problem} />
          <div className="flex flex-wrap justify-end gap-2">
            <DialogClose>
              <Button>Cancel</Button>
            </DialogClose>
            {held > 0 && (
              <Button aria-busy={isBusy} disabled={isBusy} onClick={() => resume("skip")}>
                Skip {count(held)} and resume
              </Button>
            )}
            <Button kind="primary" aria-busy={isBusy} disabled={isBusy} onClick={() => resume("send")}>
              {held > 0 ? `Resume and send ${count(held)}` : "Resume webhook"}
            </Button>
          </div>
        </div>
      </DialogContent>
    </Dialog>
  )
}
