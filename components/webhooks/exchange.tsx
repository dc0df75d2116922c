/** Shows a request and its response side by side: headers and bodies as they were sent. */
"use client"

import { type ReactNode, useState } from "react"
import type { Attempt } from "@/components/api/types"
import { StatusCode } from "@/components/keys/status-code"
import { Breakable } from "@/components/ui/breakable"
import { Button } from "@/components/ui/button"
import { CopyButton } from "@/components/ui/copy-button"
import { ScrollArea } from "@/components/ui/scroll-area"
import { prettyJson } from "./event-body"

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
          status !== null && <Note>{response_headers === null ? "The content was deleted." : "No body."}</Note>
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

/** The lines of a long body that are shown first. A body of at most `maxLines` is shown completely. */
const firstLines = 16
/** More than `firstLines`, because a button for a few more lines would need as much space as the lines. */
const maxLines = 20

/** The body of a request or response, as indented JSON if it is JSON. The copy button copies the original text. */
function MessageBody({ text, label }: { text: string; label: string }) {
  const lines = prettyJson(text).split("\n")
  const [isShort, setShort] = useState(lines.length > maxLines)
  return (
    <div className="relative">
      <ScrollArea label={label} className="max-h-[640px]">
        <pre className="w-fit p-3 pr-14 text-small sm:pr-26">
          <code>{(isShort ? lines.slice(0, firstLines) : lines).join("\n")}</code>
        </pre>
      </ScrollArea>
      <div className="absolute top-2 right-3">
        <CopyButton text={text} labelClass="max-md:sr-only" />
      </div>
      {isShort && (
        <div className="border-line border-t px-3 py-2">
          <Button size="small" onClick={() => setShort(false)}>
            Show all {lines.length} lines
          </Button>
        </div>
      )}
    </div>
  )
}
