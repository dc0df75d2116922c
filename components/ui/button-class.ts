/** The class names of buttons, and of other elements that look like one. */
import { cva } from "class-variance-authority"

export const buttonClass = cva(
  "inline-flex base:whitespace-nowrap shrink-0 items-center justify-center gap-2 rounded-box font-strong transition-colors disabled:opacity-55 aria-busy:opacity-70",
  {
    variants: {
      kind: {
        primary: "bg-accent text-on-accent hover:bg-accent-pressed",
        plain: "border border-line bg-surface hover:bg-hover",
        quiet: "text-quiet hover:bg-hover hover:text-text",
        danger: "bg-danger text-on-danger hover:brightness-90",
      },
      size: {
        normal: "base:h-9 base:px-3.5 base:text-body",
        small: "base:h-7 base:px-2.5 base:text-table",
        icon: "base:size-8",
      },
    },
    defaultVariants: { kind: "plain", size: "normal" },
  },
)
