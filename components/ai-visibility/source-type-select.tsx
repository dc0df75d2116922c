/** Chooses the source type of a domain, where the automatic classification is wrong. */
"use client"

import { useApi } from "@/components/api/provider"
import { useAction } from "@/components/api/use-action"
import { Options, Select } from "@/components/ui/input"
import { type SourceClass, sourceClasses, sourceTypes } from "./source-type"

/** The sites of brands have their type from the settings of the brands. */
type Choice = Exclude<SourceClass, "own" | "competitor">
type Props = { projectId: string; domain: string; automatic: string; chosen: string | null }

const automaticValue = ""
const choices = sourceClasses.filter(
  (sourceClass): sourceClass is Choice => sourceClass !== "own" && sourceClass !== "competitor",
)

/** `chosen`: the manual type, or null. `automatic`: the detected type's name, shown while `chosen` is null. */
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
      // Not `disabled`, which would lose the focus. `run` ignores further changes until this one is saved.
      aria-busy={isBusy}
      onChange={({ target }) =>
        run({ project_id: projectId, domain, source_class: (target.value || null) as Choice | null })
      }
    >
      <option value={automaticValue}>{chosen === null ? `${automatic} (automatic)` : "automatic"}</option>
      <Options names={choices.map((choice) => [choice, sourceTypes[choice].name])} />
    </Select>
  )
}
