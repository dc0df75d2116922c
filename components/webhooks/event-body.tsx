/** Shows the event that a delivery sends, with a copy button. */
import type { Data } from "@/components/api/types"
import { Time } from "@/components/time"
import { CodeBlock } from "@/components/ui/code-block"

type Message = Data<"deliveries", "get">["message"]

export function EventBody({ message }: { message: Message }) {
  if (!message) return <p className="text-quiet">The event was deleted after its retention period.</p>
  if (message.body === null)
    return (
      <p className="text-quiet">
        The content of the event was deleted {message.expunged_at && <Time at={message.expunged_at} />}.
      </p>
    )
  return <CodeBlock code={prettyJson(message.body)} label="Event body" />
}

/** Indents JSON for display. Returns other text unchanged. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
