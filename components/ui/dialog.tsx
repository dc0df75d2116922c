/** A dialog over the page. */
import { Dialog as Radix } from "radix-ui"
import type { ReactNode } from "react"
import { cn } from "./class-names"

export const Dialog = Radix.Root
export const DialogTrigger = Radix.Trigger
export const DialogClose = Radix.Close

type Props = {
  title: string
  description?: ReactNode
  children: ReactNode
  className?: string
  /** No way out by accident: neither a click beside it nor Escape closes it. */
  isHeld?: boolean
}

export function DialogContent({ title, description, children, className, isHeld }: Props) {
  const hold = isHeld ? (event: Event) => event.preventDefault() : undefined
  return (
    <Radix.Portal>
      <Radix.Overlay className="fixed inset-0 z-40 bg-veil" />
      <Radix.Content
        {...(description ? {} : { "aria-describedby": undefined })}
        onInteractOutside={hold}
        onEscapeKeyDown={hold}
        className={cn(
          "fixed top-1/2 left-1/2 z-50 max-h-[92dvh] w-[calc(100vw-24px)] max-w-lg -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-box border border-line bg-surface p-5 shadow-float sm:p-6",
          className,
        )}
      >
        <Radix.Title className="text-head">{title}</Radix.Title>
        {description && <Radix.Description className="mt-1 text-quiet">{description}</Radix.Description>}
        <div className="mt-5">{children}</div>
      </Radix.Content>
    </Radix.Portal>
  )
}
