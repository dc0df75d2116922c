/**
 * The body of a request or response, as indented JSON if it is JSON. Of a long body, first shows only the first lines.
 */
"use client"

import { useState } from "react"
import { Button } from "@/components/ui/button"
import { CopyButton } from "@/components/ui/copy-button"
import { ScrollArea } from "@/components/ui/scroll-area"
import { prettyJson } from "./event-body"

/** If only a few more lines follow, they are shown as well, because a button would need as much space. */
const shortLines = 16
const maxLines = 20

/** The copy button copies the original text. */
export function MessageBody({ text, label }: { text: string; label: string }) {
  const lines = prettyJson(text).split("\n")
  const [isShort, setShort] = useState(lines.length > maxLines)
  return (
    <div className="relative">
      <ScrollArea label={label} className="max-h-[640px]">
        <pre className="w-fit p-3 pr-14 text-small sm:pr-26">
          <code>{(isShort ? lines.slice(0, shortLines) : lines).join("\n")}</code>
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
