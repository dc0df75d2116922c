/** Chooses the source type of a domain, where the automatic classification is wrong. */
"use client"

import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { Select } from "@/components/ui/input"
import { type SourceClass, sourceClasses, sourceTypes } from "./source-type"

type Choice = Exclude<SourceClass, "own" | "competitor">
type Props = { projectId: string; domain: string; automatic: string; chosen: string | null }

const automaticValue = ""
const choices = sourceClasses.filter(
  (sourceClass): sourceClass is Choice => sourceClass !== "own" && sourceClass !== "competitor",
)

/** `chosen` is null while the type is automatic. Only then does `automatic`, the name of the current type, appear. */
export function SourceTypeSelect({ projectId, domain, automatic, chosen }: Props) {
  const { run, isBusy } = useAction(useApi().aiVisibility.setSourceType.mutationOptions(), {
    done: "Source type saved. Earlier citations are updated in the background.",
    isFormless: true,
  })
  return (
    <Select
      aria-label="Source type"
      className="h-8 text-table"
      value={chosen ?? automaticValue}
      disabled={isBusy}
      onChange={({ target }) =>
        run({ project_id: projectId, domain, source_class: (target.value || null) as Choice | null })
      }
    >
      <option value={automaticValue}>{chosen === null ? `${automatic} (automatic)` : "automatic"}</option>
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {sourceTypes[choice].name}
        </option>
      ))}
    </Select>
  )
}
