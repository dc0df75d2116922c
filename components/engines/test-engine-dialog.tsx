/**
 * Dialog that asks an engine one question and shows the duration, the model and the start of the answer, or the error.
 */
"use client"

import { useState } from "react"
import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { ErrorNote, ProblemNote } from "@/components/forms/problem-note"
import { Button } from "@/components/ui/button"
import { Dialog, DialogClose, DialogContent, DialogTrigger } from "@/components/ui/dialog"
import type { Engine } from "./engine-labels"

type TestResult = Data<"aiVisibility", "testEngine">

export function TestEngineDialog({ engine }: { engine: Engine }) {
  const api = useApi()
  const [isOpen, setOpen] = useState(false)
  const { run, isBusy, output, problem } = useAction(api.aiVisibility.testEngine.mutationOptions(), {
    // "Ask again" repeats the input, and may be clicked within the time of a double click.
    isRepeatable: true,
  })
  const ask = () => run({ engine_id: engine.engine_id })
  function change(open: boolean) {
    setOpen(open)
    if (open) ask()
  }
  return (
    <Dialog open={isOpen} onOpenChange={change}>
      <DialogTrigger>
        <Button size="small" aria-label={`Test ${engine.name}`}>
          Test
        </Button>
      </DialogTrigger>
      <DialogContent
        title={`Test ${engine.name}`}
        description={
          engine.is_sample
            ? "Asks one short question. The sample engine invents its answer."
            : "Asks one short question that does not count in any metric. The engine's vendor may charge for it."
        }
      >
        <div className="grid gap-4" aria-live="polite">
          {isBusy && <p className="text-quiet">Waiting for the answer. This may take a minute.</p>}
          {!isBusy && output && <Result test={output.data} />}
          <ProblemNote problem={problem} />
          <div className="flex justify-end gap-2">
            <Button isBusy={isBusy} onClick={ask}>
              Ask again
            </Button>
            <DialogClose>
              <Button kind="primary">Close</Button>
            </DialogClose>
          </div>
        </div>
      </DialogContent>
    </Dialog>
  )
}

function Result({ test: { question, latency_ms, model_version, excerpt, sources_n, failure } }: { test: TestResult }) {
  const seconds = `${(latency_ms / 1_000).toFixed(1)} s`
  if (failure)
    return (
      <ErrorNote>
        {failure.message} <span className="text-quiet">It failed after {seconds}.</span>
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
          <code>{model_version ?? "not reported"}</code>
        </dd>
        <dt className="text-quiet">Sources</dt>
        <dd className="figures">{sources_n === 0 ? "none" : sources_n}</dd>
        <dt className="text-quiet">Question</dt>
        <dd>{question}</dd>
      </dl>
      <blockquote className="max-h-48 overflow-y-auto whitespace-pre-line break-words border-accent border-l-2 pl-3">
        {excerpt}
      </blockquote>
    </>
  )
}

function advice({ code, message }: NonNullable<TestResult["failure"]>): string {
  if (code === "key_refused")
    return "Check that the API key is complete and still valid, and that its account has credit."
  if (message.includes("HTTP 404")) return "Check the model's name and the address."
  if (/HTTP 4\d\d/.test(message)) return "Check the model's name, and whether the model supports web search."
  if (code === "rate_limited") return "The API key works. Wait a minute, or ask the engine's vendor for a higher limit."
  if (code === "timeout") return "Try again. If it times out again, check the address and the vendor's status page."
  if (code === "refused")
    return "The API key works. The engine refused this question, but it may still answer the questions of scans."
  return "Try again in a minute. If it fails again, check the address and the vendor's status page."
}
