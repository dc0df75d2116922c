/** A button, or a link that looks like one. */
"use client"

import type { VariantProps } from "class-variance-authority"
import { Slot } from "radix-ui"
import type { ComponentProps } from "react"
import { buttonClass } from "./button-class"
import { cn } from "./class-names"
import { useIsHydrated } from "./use-is-hydrated"

type Props = ComponentProps<"button"> & VariantProps<typeof buttonClass> & { asChild?: boolean }

export function Button({ className, kind, size, asChild, ...props }: Props) {
  const isHydrated = useIsHydrated()
  const Element = asChild ? Slot.Root : "button"
  return (
    <Element
      {...(asChild ? {} : { type: "button" as const, "aria-disabled": !isHydrated || undefined })}
      className={cn(buttonClass({ kind, size }), className)}
      {...props}
    />
  )
}
