/** Dialog that asks an engine one question and shows the duration, the model and the start of the answer, or the error. */
"use client"

import { useState } from "react"
import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { ErrorNote, ProblemNote } from "@/components/forms/problem-note"
import { Button } from "@/components/ui/button"
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import type { Engine } from "./engine-words"

type Tested = Data<"aiVisibility", "testEngine">

export function TestEngineDialog({ engine }: { engine: Engine }) {
  const api = useApi()
  const [isOpen, setOpen] = useState(false)
  const { run, isBusy, output, problem, reset } = useAction(api.aiVisibility.testEngine.mutationOptions(), {
    // An engine may answer within the half second in which a repeated input counts as a double click.
    isRepeatable: true,
  })
  const ask = () => run({ engine_id: engine.engine_id })
  function change(open: boolean) {
    setOpen(open)
    if (open) ask()
    else reset()
  }
  return (
    <Dialog open={isOpen} onOpenChange={change}>
      <DialogTrigger asChild>
        <Button size="small" aria-label={`Test ${engine.name}`}>
          Test
        </Button>
      </DialogTrigger>
      <DialogContent
        title={`Test ${engine.name}`}
        description={
          engine.is_sample
            ? "One short question. It asks nobody, and invents its answer."
            : "One short question, at once. It counts in no figure; the engine may charge for it as for any other."
        }
      >
        <div className="grid gap-4" aria-live="polite">
          {isBusy && <p className="text-quiet">Asking. This may take a minute.</p>}
          {!isBusy && output && <Result tested={output.data} />}
          <ProblemNote problem={problem} />
          <div className="flex justify-end gap-2">
            <Button aria-busy={isBusy} disabled={isBusy} onClick={ask}>
              Ask again
            </Button>
            <DialogClose asChild>
              <Button kind="primary">Close</Button>
            </DialogClose>
          </div>
        </div>
      </DialogContent>
    </Dialog>
  )
}

function Result({ tested: { question, latency_ms, model_version, excerpt, sources_n, failure } }: { tested: Tested }) {
  const seconds = `${(latency_ms / 1_000).toFixed(1)} s`
  if (failure)
    return (
      <ErrorNote>
        {failure.message} <span className="text-quiet">After {seconds}.</span>
        <span className="mt-1 block">{advice(failure)}</span>
      </ErrorNote>
    )
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1">
        <dt className="text-quiet">Answered in</dt>
        <dd className="figures">{seconds}</dd>
        <dt className="text-quiet">Model</dt>
        <dd className="break-all">
          <code>{model_version ?? "not named"}</code>
        </dd>
        <dt className="text-quiet">Sources</dt>
        <dd className="figures">{sources_n === 0 ? "none" : sources_n}</dd>
        <dt className="text-quiet">Asked</dt>
        <dd>{question}</dd>
      </dl>
      <blockquote className="max-h-48 overflow-y-auto whitespace-pre-line break-words border-accent border-l-2 pl-3">
        {excerpt}
      </blockquote>
    </>
  )
}

function advice({ code, message }: NonNullable<Tested["failure"]>): string {
  if (code === "key_refused") return "Look whether the key is whole and still valid, and change it here."
  if (message.includes("HTTP 404")) return "Look whether the model's name and the address are right."
  if (/HTTP 4\d\d/.test(message)) return "Look whether the model's name is right, and whether it can search the web."
  if (code === "rate_limited") return "The key works. Wait a minute, or ask the engine's vendor for a higher limit."
  if (code === "timeout") return "Try again; if it stays silent, look at the vendor's status page or at the address."
  if (code === "refused") return "The key works. The engine did not want this question; scans may still be answered."
  return "Try again in a minute. If it stays so, look at the address and at the vendor's status page."
}
