/** A button, or a link that looks like one. */
"use client"

import type { VariantProps } from "class-variance-authority"
import { Slot } from "radix-ui"
import type { ComponentProps, MouseEvent } from "react"
import { buttonClass } from "./button-class"
import { cn } from "./class-names"
import { useIsHydrated } from "./use-is-hydrated"

type Props = ComponentProps<"button"> &
  VariantProps<typeof buttonClass> & {
    asChild?: boolean
    /** True while a change is saved. The button then ignores clicks like a disabled button, but keeps the focus. */
    isBusy?: boolean
  }

export function Button({ className, kind, size, asChild, isBusy, ...props }: Props) {
  const isHydrated = useIsHydrated()
  const Element = asChild ? Slot.Root : "button"
  return (
    <Element
      {...(asChild ? {} : { type: "button" as const, "aria-disabled": !isHydrated || isBusy || undefined })}
      aria-busy={isBusy}
      className={cn(buttonClass({ kind, size }), className)}
      {...props}
      {...(isBusy && { disabled: false, onClick: ignore })}
    />
  )
}

/** Also keeps Enter in a field from submitting the form, as a disabled submit button does. */
const ignore = (event: MouseEvent) => event.preventDefault()
