/** Evaluates a key expression. The engine supports only paths into the event, such as `event.data.team_id`. */
export function eventValue(expression: string, event: unknown): string {
  const path = expression.split(".")
  if (path[0] !== "event" || !path.every((part) => /^\w+$/.test(part)))
    throw new Error(`the embedded engine supports only paths such as event.data.id as keys, not ${expression}`)
  const value = path.slice(1).reduce<unknown>((part, name) => (part as Record<string, unknown> | null)?.[name], event)
  return JSON.stringify(value ?? null)
}
