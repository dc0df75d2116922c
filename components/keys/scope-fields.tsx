/** Fields for the scopes of a new key. All are selected by default. */
import { useId } from "react"
import type { Key } from "@/components/api/types"
import { Checkbox } from "@/components/ui/checkbox"

type Scope = Key["scopes"][number]
export type ScopeChoice = { scope: string; name: string }

export function ScopeFields({ choices, error }: { choices: ScopeChoice[]; error?: string }) {
  const id = useId()
  return (
    <fieldset aria-describedby={error && id}>
      <legend className="mb-1 font-strong">Can read</legend>
      <div className="grid sm:grid-cols-2 sm:gap-x-6">
        {choices.map(({ scope, name }) => (
          <Checkbox key={scope} name="scopes" value={scope} defaultChecked>
            {name} <code className="text-quiet text-small">{scope}</code>
          </Checkbox>
        ))}
      </div>
      {error && (
        <p id={id} className="mt-1 text-danger-text text-small">
          Choose at least one scope.
        </p>
      )}
    </fieldset>
  )
}

export const scopesOf = (form: HTMLFormElement) => new FormData(form).getAll("scopes") as Scope[]
