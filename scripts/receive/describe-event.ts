/** Formats a received event as one line, followed by its body with `isVerbose`. */
import { stripVTControlCharacters, styleText } from "node:util"
import type { Received } from "./receiver"
import type { Verification } from "./verifier"

export function describeEvent(
  { verification, headers, body, isRepeated, status }: Received,
  options: { isVerbose: boolean },
) {
  const event = parseObject(body)
  const parts = [
    new Date().toISOString().slice(11, 19),
    styleText(colors[verification.state], verification.state.padEnd(10)),
    withoutControlCharacters(String(headers["signalbox-event-type"] ?? event?.["type"] ?? "(no type)")).padEnd(16),
    withoutControlCharacters(headers["webhook-id"] ?? "(no webhook-id)"),
    `attempt ${withoutControlCharacters(headers["signalbox-attempt"] ?? "?")}`,
    headers["signalbox-event-seq"] && `seq ${withoutControlCharacters(headers["signalbox-event-seq"])}`,
    headers["signalbox-replayed"] && "replayed",
    isRepeated && "seen before",
    `-> ${status}`,
    verification.state === "refused" && `(${withoutControlCharacters(verification.reason)})`,
    verification.state === "unverified" && "(no signing secret)",
  ]
  const line = parts.filter(Boolean).join("  ")
  return options.isVerbose
    ? `${line}\n${linesWithoutControlCharacters(event ? JSON.stringify(event, null, 2) : body)}\n`
    : line
}

const colors = { verified: "green", refused: "red", unverified: "yellow" } as const satisfies Record<
  Verification["state"],
  string
>

function parseObject(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body)
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** Removes control characters: received text is untrusted and must not move the terminal's cursor or fake a line. */
const withoutControlCharacters = (text: string) => stripVTControlCharacters(text).replace(/\p{Cc}/gu, " ")
const linesWithoutControlCharacters = (text: string) => text.split("\n").map(withoutControlCharacters).join("\n")
