/** Shows a delivery as a curl command. The command is signed when it is requested. */
"use client"

import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { ProblemNote } from "@/components/forms/problem-note"
import { Time } from "@/components/time"
import { Button } from "@/components/ui/button"
import { CodeBlock } from "@/components/ui/code-block"
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "@/components/ui/dialog"

export function CopyAsCurl({ deliveryId }: { deliveryId: string }) {
  const api = useApi()
  const copy = useAction(api.deliveries.copyAsCurl.mutationOptions())
  return (
    <Dialog onOpenChange={(isOpen) => isOpen && copy.run({ delivery_id: deliveryId })}>
      <DialogTrigger>
        <Button>Copy as curl</Button>
      </DialogTrigger>
      <DialogContent title="curl command" className="max-w-2xl">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <ProblemNote problem={copy.problem} />
          <Command result={copy.output?.data} isBusy={copy.isBusy} />
          <div className="flex justify-end">
            <DialogClose>
              <Button>Close</Button>
            </DialogClose>
          </div>
        </div>
      </DialogContent>
    </Dialog>
  )
}

type CurlCommand = { command: string; valid_until: string; withheld_headers: string[] }

function Command({ result, isBusy }: { result: CurlCommand | undefined; isBusy: boolean }) {
  if (!result) return isBusy ? <p className="text-quiet">Signing the request…</p> : null
  const { command, valid_until, withheld_headers } = result
  return (
    <>
      <p>
        This command is signed with the webhook's secret. Receivers accept it for 5 minutes (until{" "}
        <Time at={valid_until} />
        ). Send it only to the webhook's receiver.
      </p>
      {withheld_headers.length > 0 && (
        <p>
          Enter the values of <code>{withheld_headers.join(", ")}</code> yourself. They are secret and not shown.
        </p>
      )}
      <CodeBlock code={command} label="Command" />
    </>
  )
}
