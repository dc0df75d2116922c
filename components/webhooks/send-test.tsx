/** Sends a test event, and shows the request and the response. */
"use client"

import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { formatMilliseconds } from "@/components/format-duration"
import { ProblemNote } from "@/components/forms/problem-note"
import { Link } from "@/components/link"
import { Button } from "@/components/ui/button"
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import { Exchange } from "./exchange"
import { Waterfall } from "./waterfall"

type Props = { webhookId: string; url: string; logPath: string }

export function SendTest({ webhookId, url, logPath }: Props) {
  const api = useApi()
  const test = useAction(api.webhooks.sendTest.mutationOptions())
  const send = () => test.run({ webhook_id: webhookId })
  const result = test.isBusy ? null : test.output?.data
  return (
    <Dialog onOpenChange={(isOpen) => isOpen && send()}>
      <DialogTrigger>
        <Button>Send test event</Button>
      </DialogTrigger>
      <DialogContent title="Test event" className="max-w-4xl">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {test.isBusy && (
            <p role="status" className="break-words text-quiet">
              Waiting for {url}…
            </p>
          )}
          <ProblemNote problem={test.problem} />
          {result && <Result result={result} />}
          <div className="flex flex-wrap justify-end gap-2">
            {result && (
              <Button asChild kind="quiet">
                <Link href={`${logPath}/${result.delivery_id}`}>Open in log</Link>
              </Button>
            )}
            <Button isBusy={test.isBusy} onClick={send}>
              Send another event
            </Button>
            <DialogClose>
              <Button kind="primary">Done</Button>
            </DialogClose>
          </div>
        </div>
      </DialogContent>
    </Dialog>
  )
}

function Result({ result: { attempt, request_body } }: { result: Data<"webhooks", "sendTest"> }) {
  if (!attempt) return <p role="status">The receiver has not responded yet. The log will show the result.</p>
  const isDelivered = attempt.state === "succeeded"
  return (
    <>
      <p
        role="status"
        className={`rounded-box border px-3 py-2 ${isDelivered ? "border-clear" : "border-danger bg-danger-wash"}`}
      >
        {isDelivered ? (
          <>
            <strong>Delivered</strong> in {formatMilliseconds(attempt.timings_ms.total)}. The receiver responded with{" "}
            {attempt.status}.
          </>
        ) : (
          <>
            <strong>Not delivered.</strong> {attempt.error?.detail} Test events are not retried.
          </>
        )}
      </p>
      {attempt.timings_ms.total !== null && <Waterfall timings={attempt.timings_ms} />}
      <Exchange attempt={attempt} body={request_body} />
    </>
  )
}
