/**
 * Seals the state of a question to the user (`requestState`): a digest of who was asked and for which call. The client
 * returns it with the answer. It has a signature and is valid for five minutes, so an answer counts only for the call
 * that the question was about.
 */
import "server-only"
import { createHash } from "node:crypto"
import { createRequestStateCodec } from "@modelcontextprotocol/server"
import { Problem, parameterError } from "@/domain/kernel/errors"
import { processWide } from "@/domain/kernel/process-wide"
import { derivedSecret } from "@/domain/kernel/secrets"

const validSeconds = 300

/** `connectionId`: one user who allowed one app to access one team. */
export type AskedCall = { connectionId: string; tool: string; args: Record<string, unknown> }

const codec = () =>
  processWide("mcp:confirmation-codec", () =>
    createRequestStateCodec<string>({ key: derivedSecret("mcp-confirmation"), ttlSeconds: validSeconds }),
  )

export const sealState = (asked: AskedCall) => codec().mint(digestOf(asked))

/** Throws if the state is forged, too old, or from another connection, tool or call. */
export async function requireStateOf(asked: AskedCall, state: unknown): Promise<void> {
  const digest = await codec()
    .verify(String(state), undefined as never) // the context is for codecs with `bind`
    .catch(() => undefined)
  if (digest === digestOf(asked)) return
  const detail = "The confirmation is older than five minutes, or it does not belong to this call."
  const fix = "Call the tool again without requestState. The user is then asked again."
  throw new Problem("parameter_invalid", detail, { errors: [parameterError("requestState", detail, fix)] })
}

/** The order of the arguments does not matter. */
function digestOf({ connectionId, tool, args }: AskedCall): string {
  const sorted = Object.entries(args).sort(([a], [b]) => (a < b ? -1 : 1))
  return createHash("sha256")
    .update(JSON.stringify([connectionId, tool, sorted]))
    .digest("base64url")
}
