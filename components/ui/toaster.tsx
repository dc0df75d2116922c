/** Toast messages at the bottom of the window. */
"use client"

import { Toaster as Sonner } from "sonner"

export function Toaster() {
  return (
    <Sonner
      position="bottom-right"
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            "flex w-full items-start gap-3 rounded-box border border-line bg-surface px-4 py-3 text-body text-text shadow-float",
          description: "mt-0.5 text-quiet text-small",
        },
      }}
    />
  )
}
