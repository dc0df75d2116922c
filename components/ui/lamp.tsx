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

export const Lamp = ({ state, isSmall }: { state: LampState; isSmall?: boolean }) => (
  <span aria-hidden className={`inline-block shrink-0 ${isSmall ? "size-2" : "size-2.5"} ${shapes[state]}`} />
)
