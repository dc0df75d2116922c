/**
 * A lamp that shows a state: a red square for an error, an amber ring for a warning, a green dot for success, and a
 * gray ring for all other states. The text beside it always names the state, too.
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
