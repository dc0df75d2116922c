/** Group of checkboxes with a legend, and an error that screen readers get with the group. */
import { type ReactNode, useId } from "react"

type Props = { legend: string; error: string | undefined | false; children: ReactNode }

export function CheckboxGroup({ legend, error, children }: Props) {
  const errorId = useId()
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1 font-strong">{legend}</legend>
      {children}
      {error && (
        <p id={errorId} className="mt-1 text-danger-text text-small">
          {error}
        </p>
      )}
    </fieldset>
  )
}
