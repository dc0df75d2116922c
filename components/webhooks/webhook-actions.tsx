/** The buttons of a webhook's page for owners and admins: resume it, send a test event, pause it, and delete it. */
"use client"

import { useRouter } from "next/navigation"
import { useState } from "react"
import { useApi } from "@/components/api/provider"
import type { Webhook } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { ConfirmDialog } from "@/components/forms/confirm-dialog"
import { ProblemNote } from "@/components/forms/problem-note"
import { Button } from "@/components/ui/button"
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import { count } from "@/domain/kernel/format-count"
import { SendTest } from "./send-test"

type Props = { webhook: Webhook; listPath: string; hasDeveloperAccess: boolean }

export function WebhookActions({ webhook, listPath, hasDeveloperAccess }: Props) {
  const { id, url, state, counts } = webhook
  const isStopped = state !== "active"
  return (
    <>
      {hasDeveloperAccess && (isStopped || counts.held > 0) && <ResumeWebhook webhook={webhook} />}
      {hasDeveloperAccess && <SendTest webhookId={id} url={url} logPath={`${listPath}/deliveries`} />}
      {!isStopped && <PauseWebhook webhook={webhook} />}
      <DeleteWebhook webhook={webhook} listPath={listPath} />
    </>
  )
}

/** Asks whether to send or skip the held deliveries. */
function ResumeWebhook({ webhook }: { webhook: Webhook }) {
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
              <Button isBusy={isBusy} onClick={() => resume("skip")}>
                Skip {count(held)} and resume
              </Button>
            )}
            <Button kind="primary" isBusy={isBusy} onClick={() => resume("send")}>
              {held > 0 ? `Resume and send ${count(held)}` : "Resume webhook"}
            </Button>
          </div>
        </div>
      </DialogContent>
    </Dialog>
  )
}

function PauseWebhook({ webhook }: { webhook: Webhook }) {
  const api = useApi()
  return (
    <ConfirmDialog
      trigger={<Button>Pause webhook</Button>}
      title="Pause the webhook?"
      action="Pause webhook"
      isHarmless
      mutation={api.webhooks.pause.mutationOptions()}
      input={{ webhook_id: webhook.id }}
      done="Webhook paused"
    >
      <p className="break-words">
        We send nothing to {webhook.url} until you resume. Queued deliveries and new events are held for up to 30 days.
        When you resume, you choose whether to send or skip them.
      </p>
    </ConfirmDialog>
  )
}

function DeleteWebhook({ webhook, listPath }: { webhook: Webhook; listPath: string }) {
  const api = useApi()
  const router = useRouter()
  const { pending, in_flight, held } = webhook.counts
  const unsent = pending + in_flight + held
  return (
    <ConfirmDialog
      trigger={<Button className="text-danger-text">Delete webhook</Button>}
      title="Delete the webhook?"
      action="Delete webhook"
      mutation={api.webhooks.delete.mutationOptions()}
      input={{ webhook_id: webhook.id }}
      done="Webhook deleted"
      onDone={() => router.push(listPath)}
      leavesPage
    >
      <p className="break-words">
        {webhook.url} no longer receives {eventLabel(webhook.event_types)}.{" "}
        {unsent > 0 &&
          `${unsent === 1 ? "1 queued or held delivery" : `${count(unsent)} queued or held deliveries`} will be canceled. `}
        Its secret is deleted immediately.
      </p>
      <p>Its deliveries stay in the log until they expire. This cannot be undone.</p>
    </ConfirmDialog>
  )
}

const eventLabel = (types: string[]) => (types.includes("*") ? "any events" : types.join(", "))
