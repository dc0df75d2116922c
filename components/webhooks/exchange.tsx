/** Shows a request and its response side by side: headers and bodies as they were sent. */
import type { ReactNode } from "react"
import type { Attempt } from "@/components/api/types"
import { StatusCode } from "@/components/keys/status-code"
import { Breakable } from "@/components/ui/breakable"
import { MessageBody } from "./message-body"

/** `body` is the request's body, or null after it was deleted. */
export function Exchange({ attempt, body }: { attempt: Attempt; body: string | null }) {
  const { url, request_headers, response_headers, response_body, is_body_truncated, status } = attempt
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Side
        title="Request"
        line={
          <>
            POST <Breakable text={url} />
          </>
        }
      >
        <Headers headers={request_headers} />
        {body === null ? <Note>The content was deleted.</Note> : <MessageBody text={body} label="Request body" />}
      </Side>
      <Side
        title={
          <>
            Response
            {status !== null && (
              <span className="ml-2 font-normal">
                <StatusCode status={status} />
              </span>
            )}
          </>
        }
        line={status === null ? (attempt.error?.detail ?? "No response yet.") : undefined}
      >
        <Headers headers={response_headers} />
        {response_body ? (
          <MessageBody text={response_body} label="Response body" />
        ) : (
          status !== null && <Note>No body.</Note>
        )}
        {is_body_truncated && <Note>The rest of the body is not stored.</Note>}
      </Side>
    </div>
  )
}

const Side = ({ title, line, children }: { title: ReactNode; line?: ReactNode; children: ReactNode }) => (
  <section className="min-w-0">
    <h3 className="mb-1.5 font-strong">{title}</h3>
    <div className="rounded-box border border-line bg-surface">
      {line && <p className="border-line border-b px-3 py-2 text-table last:border-b-0">{line}</p>}
      {children}
    </div>
  </section>
)

function Headers({ headers }: { headers: Record<string, string> | null }) {
  const entries = Object.entries(headers ?? {})
  if (entries.length === 0) return null
  return (
    <dl className="grid gap-y-0.5 border-line border-b px-3 py-2 font-mono text-small">
      {entries.map(([name, value]) => (
        <div key={name} className="break-all">
          <dt className="inline text-quiet">{name}: </dt>
          <dd className="inline">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const Note = ({ children }: { children: ReactNode }) => <p className="px-3 py-2 text-quiet text-table">{children}</p>
