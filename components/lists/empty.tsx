/** Empty state of a page or a section: why it is empty, what to do, and an optional command or action. */
import type { ReactNode } from "react"
import { Semaphore } from "@/components/semaphore"
import { CodeBlock } from "@/components/ui/code-block"

type Props = {
  title: string
  children?: ReactNode
  code?: string
  action?: ReactNode
  /** A sentence without a box, for a section beside others. */
  isInline?: boolean
}

export function Empty({ title, children, code, action, isInline }: Props) {
  if (isInline) return <InlineEmpty title={title} text={children} action={action} />
  return (
    <div className="rounded-box border border-line border-dashed px-5 py-8 sm:px-8">
      <Semaphore className="mb-3 size-6 text-edge" />
      <p className="font-strong">{title}</p>
      {children && <div className="mt-1 max-w-[68ch] text-quiet">{children}</div>}
      {code && (
        <div className="mt-4 max-w-2xl">
          <CodeBlock code={code} label="Command" />
        </div>
      )}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}

const InlineEmpty = ({ title, text, action }: { title: string; text: ReactNode; action: ReactNode }) => (
  <div className="max-w-[68ch] text-quiet">
    <p>
      {title}. {text}
    </p>
    {action && <div className="mt-1">{action}</div>}
  </div>
)
