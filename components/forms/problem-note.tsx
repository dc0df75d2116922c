/** Boxes with a message: the error of a form, with its request id, any other error, and a warning. */
import type { ReactNode } from "react"
import { type Problem, remainingFieldErrors } from "@/components/api/problem"
import { cn } from "@/components/ui/class-names"

/** `fields`: the names of the fields that show their errors themselves. Renders nothing if they show all errors. */
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

/** A box with a warning. `isLive`: it appears after an input, and screen readers then read it. */
type CautionNoteProps = { className?: string; isLive?: boolean; children: ReactNode }

export const CautionNote = ({ className, isLive, children }: CautionNoteProps) => (
  <div
    role={isLive ? "status" : undefined}
    className={cn("rounded-box border border-caution bg-caution-wash px-3 py-2", className)}
  >
    {children}
  </div>
)

export function ErrorNote({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="rounded-box border border-danger bg-danger-wash px-3 py-2">
      {children}
    </div>
  )
}
