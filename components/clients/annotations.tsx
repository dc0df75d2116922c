/** Form that adds an annotation of a client's metrics, and the list of annotations. */
"use client"

import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { Field } from "@/components/forms/field"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { SubmitButton } from "@/components/forms/submit-button"
import { periodLabel } from "@/components/lists/ranges"
import { Button } from "@/components/ui/button"
import { Input, Options, Select } from "@/components/ui/input"
import { type Provider, providerLabels, providers } from "@/domain/metrics/provider"

export type Annotation = Data<"clients", "listAnnotations">[number]
export type AnnotationsProps = {
  clientId: string
  period: { from: string; to: string }
  annotations: Annotation[]
  metrics: { id: string; label: string }[]
}

const kindNames: Record<Annotation["kind"], string> = {
  tracking_change: "Tracking change",
  launch: "Launch",
  algorithm_update: "Algorithm update",
  note: "Note",
}

export const Annotations = (props: AnnotationsProps) => (
  <div className="grid gap-6">
    <AnnotationForm {...props} />
    <AnnotationList {...props} />
  </div>
)

function AnnotationForm({ clientId, period, metrics }: AnnotationsProps) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.clients.createAnnotation.mutationOptions(), {
    done: "Annotation added",
  })
  return (
    <form
      method="post"
      className="grid gap-4"
      onSubmit={(event) => {
        const { date = "", kind, text = "", provider, metric } = formValues(event)
        run({
          client_id: clientId,
          date,
          kind: kind as Annotation["kind"],
          text,
          ...(provider && { provider: provider as Provider }),
          ...(metric && { metric: metric as never }),
        })
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Kind" name="kind" problem={problem}>
          <Select defaultValue="tracking_change">
            <Options names={kindNames} />
          </Select>
        </Field>
        <Field label="Day" name="date" problem={problem}>
          <Input type="date" required defaultValue={period.to} />
        </Field>
      </div>
      <Field label="What happened" name="text" problem={problem}>
        <Input required maxLength={120} autoComplete="off" placeholder="New consent banner" />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Platform" name="provider" problem={problem}>
          <Select defaultValue="">
            <option value="">All platforms</option>
            <Options names={providers.map((provider) => [provider, providerLabels[provider]])} />
          </Select>
        </Field>
        <Field label="Metric" name="metric" problem={problem}>
          <Select defaultValue="">
            <option value="">All metrics</option>
            <Options names={metrics.map(({ id, label }) => [id, label])} />
          </Select>
        </Field>
      </div>
      <div className="empty:hidden">
        <ProblemNote problem={problem} fields={["date", "kind", "text", "provider", "metric"]} />
      </div>
      <div className="flex justify-end">
        <SubmitButton kind="primary" isBusy={isBusy}>
          Add annotation
        </SubmitButton>
      </div>
    </form>
  )
}

function AnnotationList({ clientId, period, annotations, metrics }: AnnotationsProps) {
  const api = useApi()
  const { run, isBusy } = useAction(api.clients.deleteAnnotation.mutationOptions(), {
    done: "Annotation removed",
    isFormless: true,
  })
  if (annotations.length === 0) return <p className="text-quiet">No annotations from {periodLabel(period)}.</p>
  return (
    <ul className="border-line border-t">
      {annotations.map(({ id, date, kind, text, provider, metric }) => (
        <li key={id} className="flex items-center gap-4 border-line border-b py-2">
          <span className="figures shrink-0 text-quiet">{periodLabel({ from: date, to: date })}</span>
          <span className="min-w-0 flex-1 wrap-anywhere">
            {text}
            <span className="block text-quiet text-table">
              {[
                kindNames[kind],
                provider && providerLabels[provider],
                metric && (metrics.find((known) => known.id === metric)?.label ?? metric),
              ]
                .filter(Boolean)
                .join(" · ")}
            </span>
          </span>
          <Button
            size="small"
            aria-label={`Remove: ${text}`}
            isBusy={isBusy}
            onClick={() => run({ client_id: clientId, annotation_id: id })}
          >
            Remove
          </Button>
        </li>
      ))}
    </ul>
  )
}
