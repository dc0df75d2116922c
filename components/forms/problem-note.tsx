/** Error message of a form, with the request id. Renders nothing when the fields show all errors. */
import type { ReactNode } from "react"
import { type Problem, remainingFieldErrors } from "@/components/api/problem"

/** `fields` are the names of the fields that show their errors themselves. */
export function ProblemNote({ problem, fields = [] }: { problem: Problem | null; fields?: string[] }) {
  if (!problem) return null
  const remaining = remainingFieldErrors(problem, fields)
  if (problem.fieldErrors.size > 0 && remaining.length === 0) return null
  return (
    <ErrorNote>
      {isAboutInput(problem) && remaining.length > 0 ? <FieldErrors errors={remaining} /> : problem.detail}
      {problem.requestId && <span className="mt-1 block text-quiet text-small">Request {problem.requestId}</span>}
    </ErrorNote>
  )
}

/** True for codes whose detail lists the API's parameter names, which mean little to the user of a form. */
const isAboutInput = ({ code }: Problem) => code === "parameter_invalid" || code === "parameter_unknown"

function FieldErrors({ errors }: { errors: { label: string; text: string }[] }) {
  return (
    <ul className="grid gap-0.5">
      {errors.map(({ label, text }) => (
        <li key={label} className="break-words">
          <strong>{label}:</strong> {text}
        </li>
      ))}
    </ul>
  )
}

export function ErrorNote({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="rounded-box border border-danger bg-danger-wash px-3 py-2">
      {children}
    </div>
  )
}
