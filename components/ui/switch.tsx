/** A switch, drawn as a lever that leans to the left when it is off, and to the right when it is on. */
import type { ComponentProps } from "react"
import { cn } from "./class-names"

type Props = Omit<ComponentProps<"button">, "role" | "type" | "children"> & {
  /** The name of the setting, for screen readers. */
  label: string
  isOn: boolean
}

export const Switch = ({ label, isOn, className, ...button }: Props) => (
  <button
    type="button"
    role="switch"
    aria-label={label}
    aria-checked={isOn}
    className={cn(
      "h-10 w-16 shrink-0 rounded-box border border-edge bg-surface transition-colors hover:bg-hover disabled:opacity-55",
      className,
    )}
    {...button}
  >
    <svg aria-hidden viewBox="0 0 64 40" fill="none" strokeLinecap="round" className="size-full">
      <path d="M14 32h36" strokeWidth="2" className="stroke-edge" />
      <g
        className={cn(
          "origin-[32px_32px] transition-transform duration-150 motion-reduce:transition-none",
          isOn ? "rotate-[34deg] stroke-clear" : "-rotate-[34deg] stroke-quiet",
        )}
      >
        <path d="M32 31V14" strokeWidth="3" />
        <circle cx="32" cy="11" r="3.5" strokeWidth="3" className={isOn ? "fill-clear" : "fill-surface"} />
      </g>
      <path d="M26 32a6 6 0 0 1 12 0z" className="fill-edge" />
    </svg>
  </button>
)
