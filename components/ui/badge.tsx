/** A framed word. With a state, a dot in the state's color is shown beside it. */
import { cva, type VariantProps } from "class-variance-authority"
import type { ReactNode } from "react"

const dot = cva("size-1.5 rounded-full", {
  variants: {
    state: { clear: "bg-clear", caution: "bg-caution", danger: "bg-danger", idle: "bg-edge" },
  },
})

type Props = VariantProps<typeof dot> & { children: ReactNode }

export function Badge({ state, children }: Props) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap rounded-full border border-line px-2 py-0.5 text-small">
      {state && <span aria-hidden className={dot({ state })} />}
      {children}
    </span>
  )
}
