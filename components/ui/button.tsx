/** A button, or a link that looks like one. */
"use client"

import { cva, type VariantProps } from "class-variance-authority"
import { Slot } from "radix-ui"
import type { ComponentProps } from "react"
import { cn } from "./class-names"
import { useIsHydrated } from "./use-is-hydrated"

const buttonClass = cva(
  "inline-flex shrink-0 items-center justify-center gap-2 whitespace-nowrap rounded-box font-strong transition-colors disabled:opacity-55 aria-busy:opacity-70",
  {
    variants: {
      kind: {
        primary: "bg-accent text-on-accent hover:bg-accent-pressed",
        plain: "border border-line bg-surface hover:bg-hover",
        quiet: "text-quiet hover:bg-hover hover:text-text",
        danger: "bg-danger text-on-danger hover:brightness-90",
      },
      size: { normal: "h-9 px-3.5 text-body", small: "h-7 px-2.5 text-table", icon: "size-8" },
    },
    defaultVariants: { kind: "plain", size: "normal" },
  },
)

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
