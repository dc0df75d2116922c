/**
 * Serves the prompts: instructions that a user picks in the client. A prompt contains only IDs and the user's
 * arguments. It never contains stored text, which could carry a prompt injection.
 */
import "server-only"
import { type GetPromptResult, type Prompt, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server"
import { type PromptTemplate, promptTemplates } from "@/domain/connections/prompt-templates"
import { asProblem } from "@/domain/kernel/errors"
import { chargeOtherRequest } from "./admit-call"
import type { McpCall } from "./call"
import { type Outcome, recordCall } from "./record-call"
import { removeInvisibleCharacters } from "./untrusted"

export const prompts: Prompt[] = promptTemplates.map(({ name, title, description, arguments: args }) => ({
  name,
  title,
  description,
  arguments: Object.entries(args).map(([argument, { description, isRequired }]) => ({
    name: argument,
    description,
    required: isRequired,
  })),
}))

/** Fills in a prompt and logs it. */
export function getPrompt(call: McpCall, name: string, values: Record<string, string>): Promise<GetPromptResult> {
  return recordCall(
    call,
    { method: "prompts/get", name, arguments: values, isWrite: false },
    async (): Promise<Outcome<GetPromptResult>> => {
      try {
        await chargeOtherRequest(call.ctx)
        const result = fillIn(name, values)
        return { result, code: "ok", rows: 1, text: JSON.stringify(result) }
      } catch (thrown) {
        const code = thrown instanceof ProtocolError ? "parameter_invalid" : asProblem(thrown).code
        return { thrown: thrown as Error, code, rows: 0, text: "" }
      }
    },
  )
}

function fillIn(name: string, given: Record<string, string>): GetPromptResult {
  const template = promptTemplates.find((candidate) => candidate.name === name)
  if (!template)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt named ${name.slice(0, 100)}.`)
  const values = resolveArguments(template, given)
  const text = template.text.replace(/\{(\w+)\}/g, (_, argument: string) => values[argument] ?? "")
  return { description: template.description, messages: [{ role: "user", content: { type: "text", text } }] }
}

const maxValueCharacters = 120

/** Validates the values and returns those of all arguments, with defaults for missing ones. */
function resolveArguments({ arguments: args }: PromptTemplate, given: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(args).map(([argument, { isRequired, default: defaultValue = "" }]) => {
      const value = removeInvisibleCharacters(given[argument] ?? "")
        .replace(/\s+/g, " ")
        .trim()
      if (isRequired && value === "")
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${argument} is missing.`)
      if (value.length > maxValueCharacters)
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `${argument} is longer than ${maxValueCharacters} characters.`,
        )
      return [argument, value || defaultValue]
    }),
  )
}
