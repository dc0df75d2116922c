/** Shows the event that a delivery sends, with a copy button. */
import type { Data } from "@/components/api/types"
import { Time } from "@/components/time"
import { CodeBlock } from "@/components/ui/code-block"

type Message = Data<"deliveries", "get">["message"]

export function EventBody({ message }: { message: Message }) {
  if (!message) return <p className="text-quiet">It is past its retention, and no longer kept.</p>
  if (message.body === null)
    return (
      <p className="text-quiet">Its content was removed {message.expunged_at && <Time at={message.expunged_at} />}.</p>
    )
  return <CodeBlock code={readable(message.body)} label="Body of the event" />
}

function readable(body: string) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
