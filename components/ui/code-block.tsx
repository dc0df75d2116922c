/** A block of code with a copy button. */
import { cn } from "./class-names"
import { CopyButton } from "./copy-button"
import { ScrollArea } from "./scroll-area"

type Props = {
  code: string
  label: string
  className?: string
}

export function CodeBlock({ code, label, className }: Props) {
  return (
    <div className="flex items-start rounded-box border border-line bg-surface">
      <ScrollArea label={label} className={cn("min-w-0 flex-1", className)}>
        <pre className="w-fit p-3 text-table leading-5">
          <code>{code}</code>
        </pre>
      </ScrollArea>
      <div className="p-2">
        <CopyButton text={code} labelClass="max-md:sr-only" />
      </div>
    </div>
  )
}
