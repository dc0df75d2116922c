/** What failed, in words, with the request id; nothing when the fields say it all. */
import type { ReactNode } from "react"
import type { Problem } from "@/components/api/problem"

export function ProblemNote({ problem, fields = [] }: { problem: Problem | null; fields?: string[] }) {
  if (!problem) return null
  const names = [...problem.faults.keys()]
  if (names.length > 0 && names.every((name) => fields.includes(name))) return null
  return (
    <ErrorNote>
      {problem.detail}
      {problem.requestId && <span className="mt-1 block text-quiet text-small">Request {problem.requestId}</span>}
    </ErrorNote>
  )
}

export function ErrorNote({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className="rounded-box border border-danger bg-danger-wash px-3 py-2">
      {children}
    </div>
  )
}
