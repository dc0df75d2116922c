/**
 * Converts a Problem to an error that a model can act on: a code, a message, a hint, and the seconds to wait before the
 * next call.
 */
import "server-only"
import type { CallToolResult } from "@modelcontextprotocol/server"
import { baseUrl } from "@/domain/kernel/base-url"
import type { ErrorCode, Problem } from "@/domain/kernel/errors"
import { searchRecords } from "@/domain/search/find"
import { cleanUntrustedText, removeInvisibleCharacters } from "./untrusted"

type ToolErrorCode = (typeof toolErrorCodes)[number]
export const toolErrorCodes = [
  "not_found",
  "invalid_argument",
  "plan_required",
  "write_actions_off",
  "role_forbids",
  "limit_reached",
  "rate_limited",
  "conflict",
  "declined",
  "source_failing",
  "temporary",
] as const

const codes: Partial<Record<ErrorCode, ToolErrorCode>> = {
  resource_not_found: "not_found",
  resource_purged: "not_found",
  plan_required: "plan_required",
  plan_limit_reached: "limit_reached",
  write_actions_off: "write_actions_off",
  role_missing: "role_forbids",
  scope_missing: "role_forbids",
  team_suspended: "role_forbids",
  rate_limited: "rate_limited",
  concurrency_limited: "rate_limited",
  upstream_error: "source_failing",
}

/** Errors that `codes` does not list: 409 and 412 are conflicts, other 4xx are about arguments, 5xx are temporary. */
function toolErrorCode({ code, status }: Problem): ToolErrorCode {
  if (codes[code]) return codes[code]
  if (status === 409 || status === 412) return "conflict"
  return status < 500 ? "invalid_argument" : "temporary"
}

const hints: Partial<Record<ToolErrorCode, string>> = {
  declined: "Do not call the tool again unless the user asks for it.",
  not_found: "Use search, or a tool that lists, to find the ID.",
  invalid_argument: "Correct the arguments and call the tool again.",
  plan_required: "Ask the user to look at the team's plan.",
  write_actions_off:
    'Ask the user whether an owner or admin of the team should switch on "Write actions" under Settings -> API -> MCP.',
  role_forbids: "Tell the user what is missing. Calling again does not help.",
  limit_reached: "Tell the user which limit is reached.",
  rate_limited: "Wait, then call the tool again.",
  conflict: "Read the current state, then decide whether the change still makes sense.",
  temporary: "Call the tool again in a few seconds, or after retry_after_seconds.",
}

/** Where the hint of a group of errors would be wrong: the same call would take too long again. */
const hintsOfErrors: Partial<Record<ErrorCode, string>> = {
  timeout: "Narrow the call (a shorter period, fewer dimensions or fewer rows), then call the tool again.",
}

type Suggestion = { id: string; title: string; signal_title?: string | undefined; type: string }

/** `suggestions`: records that the caller may have meant. `requestId`: what an operator needs to find the cause. */
export function toolError(problem: Problem, suggestions: Suggestion[], requestId: string): CallToolResult {
  const code = toolErrorCode(problem)
  const { upgrade_path: upgradePath, settings_url: settingsUrl, ...extra } = problem.extra
  const url = settingsUrl ?? (upgradePath ? `${baseUrl()}${upgradePath}` : undefined)
  const fixes = problem.errors.flatMap(({ fix }) => fix ?? [])
  const error = {
    // Further members of the REST API's error, such as `scan_id`. `url` replaces the two addresses.
    ...(cleanUntrustedText(extra) as typeof extra),
    code,
    message: cleanMessage(problem.message),
    hint:
      cleanMessage([...new Set(fixes)].join(" ")) || (hintsOfErrors[problem.code] ?? hints[code] ?? "Tell the user."),
    ...(problem.headers["Retry-After"] && { retry_after_seconds: Number(problem.headers["Retry-After"]) }),
    ...(url !== undefined && { url }),
    ...(problem.status >= 500 && { request_id: requestId }),
    ...(suggestions.length > 0 && {
      did_you_mean: cleanUntrustedText(
        suggestions.map(({ id, type, title, signal_title }) => ({
          id,
          type,
          title,
          ...(signal_title && { signal_title }),
        })),
        searchRecords.tool?.untrusted,
      ),
    }),
  }
  return errorResult(error)
}

/** Errors quote parts of the call, which can be long. */
const maxMessageCharacters = 2_000

const cleanMessage = (message: string) =>
  removeInvisibleCharacters(
    message.length > maxMessageCharacters ? `${message.slice(0, maxMessageCharacters - 1)}…` : message,
  ).toWellFormed()

/** The error of a call that the user did not confirm. */
export const declinedError = () =>
  errorResult({ code: "declined", message: "The user did not confirm this call.", hint: hints.declined })

type ToolError = { code: ToolErrorCode; message: string; hint: string | undefined }

const errorResult = (error: ToolError): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify({ error }) }],
  isError: true,
})
