/** A request that visitors can send from the start page. It reads the description of the API and needs no key. */
"use client"

import { useState } from "react"
import { Button } from "@/components/ui/button"
import { CodeBlock } from "@/components/ui/code-block"

/** What the page shows of the response. */
type ShownResponse = { status: number; milliseconds: number; kilobytes: number; requestId: string | null; body: string }

/** `command`: the curl line of the request. */
export function LiveRequest({ path, command }: { path: string; command: string }) {
  const [response, setResponse] = useState<ShownResponse | "failed" | null>(null)
  const [isBusy, setBusy] = useState(false)
  async function send() {
    setBusy(true)
    setResponse(await callServer(path).catch(() => "failed" as const))
    setBusy(false)
  }
  return (
    <section aria-labelledby="live-request" className="mx-auto mt-16 w-full max-w-[1136px]">
      <h2 id="live-request" className="text-title">
        Send a request to this server
      </h2>
      <p className="mt-1 max-w-[68ch] text-quiet">
        The description of the API needs no key. The command prints its part <code>info</code>.
      </p>
      <div className="mt-4 grid items-start gap-4 md:grid-cols-2 [&>*]:min-w-0">
        <div>
          <CodeBlock code={command} label="Request" />
          <Button kind="primary" className="mt-3" isBusy={isBusy} onClick={send}>
            Send request
          </Button>
        </div>
        <div role="status">
          {response === "failed" && <p>The request failed. Check your connection, and send it again.</p>}
          {response !== null && response !== "failed" && <ResponseBlock {...response} />}
        </div>
      </div>
    </section>
  )
}

const ResponseBlock = ({ status, milliseconds, kilobytes, requestId, body }: ShownResponse) => (
  <>
    <CodeBlock code={body} label="Response" className="max-h-60" />
    <p className="figures mt-2 wrap-anywhere text-quiet text-table">
      Status {status} after {milliseconds} ms, {kilobytes} KB{requestId && `, request ${requestId}`}
    </p>
  </>
)

async function callServer(path: string): Promise<ShownResponse> {
  const startedAt = performance.now()
  const response = await fetch(path, { cache: "no-store" })
  const text = await response.text()
  const milliseconds = Math.round(performance.now() - startedAt)
  const json = JSON.parse(text)
  return {
    status: response.status,
    milliseconds,
    kilobytes: Math.round(new Blob([text]).size / 1_000),
    requestId: response.headers.get("request-id"),
    // A problem document has no `info`.
    body: JSON.stringify(json.info ?? json, null, 2),
  }
}
