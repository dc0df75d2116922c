/** Dialog that adds or changes a brand: its names, excluded names, sites, and relation to the client. */
"use client"

import type { FormEvent } from "react"
import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { DialogFormActions } from "@/components/forms/dialog-form-actions"
import { FormDialog } from "@/components/forms/form-dialog"
import { formValues } from "@/components/forms/form-values"
import { ProblemNote } from "@/components/forms/problem-note"
import { Button } from "@/components/ui/button"
import { type Brand, BrandFields, type BrandKind, brandFieldNames } from "./brand-fields"
import { parseLines, parseSites } from "./lines"

type Props = { projectId: string; brand?: Brand }

export function BrandDialog({ projectId, brand }: Props) {
  return (
    <FormDialog
      trigger={
        brand ? (
          <Button size="small" kind="quiet" aria-label={`Edit ${brand.name}`}>
            Edit
          </Button>
        ) : (
          <Button>Add brand</Button>
        )
      }
      title={brand ? `Edit ${brand.name}` : "Add a brand"}
      description={brand && "If you change the names, earlier answers are searched for the new names."}
      className="max-w-xl"
    >
      {(close) =>
        brand ? <ChangeForm brand={brand} onDone={close} /> : <AddForm projectId={projectId} onDone={close} />
      }
    </FormDialog>
  )
}

function AddForm({ projectId, onDone }: { projectId: string; onDone: () => void }) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.aiVisibility.createBrand.mutationOptions(), {
    done: "Brand added",
    onDone,
  })
  return (
    <BrandForm
      action="Add brand"
      isBusy={isBusy}
      problem={problem}
      onSubmit={(values) => {
        const { kind, ...names } = values
        run({ project_id: projectId, ...names, ...(kind !== "own" && { kind }) })
      }}
    />
  )
}

function ChangeForm({ brand, onDone }: { brand: Brand; onDone: () => void }) {
  const api = useApi()
  const { run, isBusy, problem } = useAction(api.aiVisibility.updateBrand.mutationOptions(), {
    done: "Brand updated",
    onDone,
  })
  return (
    <BrandForm
      brand={brand}
      action="Save brand"
      isBusy={isBusy}
      problem={problem}
      onSubmit={(values) => run({ brand_id: brand.id, ...values })}
    />
  )
}

type FormProps = {
  brand?: Brand
  action: string
  isBusy: boolean
  problem: ReturnType<typeof useAction>["problem"]
  onSubmit: (values: BrandValues) => void
}

function BrandForm({ brand, action, isBusy, problem, onSubmit }: FormProps) {
  return (
    <form method="post" className="flex flex-col gap-5" onSubmit={(event) => onSubmit(brandValues(event))}>
      <BrandFields brand={brand} problem={problem} />
      <ProblemNote problem={problem} fields={brandFieldNames} />
      <DialogFormActions isBusy={isBusy}>{action}</DialogFormActions>
    </form>
  )
}

type BrandValues = ReturnType<typeof brandValues>

function brandValues(event: FormEvent<HTMLFormElement>) {
  const { name = "", kind, aliases, negative_aliases, everyday_word, domains, domain_paths } = formValues(event)
  return {
    name,
    ...(kind && { kind: kind as BrandKind }),
    aliases: parseLines(aliases),
    negative_aliases: parseLines(negative_aliases),
    everyday_word: everyday_word ? everyday_word === "true" : null,
    domains: parseSites(domains),
    domain_paths: parseSites(domain_paths),
  }
}
