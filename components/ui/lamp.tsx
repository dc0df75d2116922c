/**
 * A state lamp: a red square for an error, an amber ring for a warning, a green dot when all is well, and a grey ring
 * for anything else. The text beside it says the same.
 */
export type LampState = "danger" | "caution" | "clear" | "idle"

const shapes: Record<LampState, string> = {
  danger: "rounded-[2px] bg-danger",
  caution: "rounded-full border-2 border-caution",
  clear: "rounded-full bg-clear",
  idle: "rounded-full border-2 border-edge",
}

export const Lamp = ({ state }: { state: LampState }) => (
  <span aria-hidden className={`inline-block size-2.5 shrink-0 ${shapes[state]}`} />
)
