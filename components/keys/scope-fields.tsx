/** Fields for the scopes of a new key. All are selected by default. */
import type { Key } from "@/components/api/types"
import { CheckboxGroup } from "@/components/forms/checkbox-group"
import { Checkbox } from "@/components/ui/checkbox"

type Scope = Key["scopes"][number]
export type ScopeChoice = { scope: string; name: string }

export function ScopeFields({ choices, error }: { choices: ScopeChoice[]; error?: string }) {
  return (
    <CheckboxGroup legend="Can read" error={error && "Choose at least one scope."}>
      <div className="grid sm:grid-cols-2 sm:gap-x-6">
        {choices.map(({ scope, name }) => (
          <Checkbox key={scope} name="scopes" value={scope} defaultChecked>
            {name} <code className="text-quiet text-small">{scope}</code>
          </Checkbox>
        ))}
      </div>
    </CheckboxGroup>
  )
}

export const scopesOf = (form: HTMLFormElement) => new FormData(form).getAll("scopes") as Scope[]
