/**
 * Signs the state of a question to the user (`requestState`): a digest of the connection and of the call. The client
 * returns the state with the answer. It is valid for five minutes, and only for the same call.
 */
import "server-only"
import { createHash } from "node:crypto"
import { createRequestStateCodec } from "@modelcontextprotocol/server"
import { Problem, parameterError } from "@/domain/kernel/errors"
import { processWide } from "@/domain/kernel/process-wide"
import { derivedSecret } from "@/domain/kernel/secrets"
import { sortedJson } from "@/domain/kernel/text"

const validSeconds = 300

/** The call that a user is asked about. `connectionId`: the consent of one user for one app and one team. */
export type AskedCall = { connectionId: string; tool: string; args: Record<string, unknown> }

const codec = () =>
  processWide("mcp:confirmation-codec", () =>
    createRequestStateCodec<string>({ key: derivedSecret("mcp-confirmation"), ttlSeconds: validSeconds }),
  )

export const signState = (asked: AskedCall) => codec().mint(digestOf(asked))

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

/** Does not depend on the order of the arguments. */
function digestOf({ connectionId, tool, args }: AskedCall): string {
  return createHash("sha256")
    .update(sortedJson([connectionId, tool, args]))
    .digest("base64url")
}
