/**
 * Serves the prompts: instructions that a user picks in the client. They contain IDs and what the user entered, but no
 * stored texts, which could contain instructions.
 */
import "server-only"
import { type GetPromptResult, type Prompt, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server"
import { type PromptTemplate, promptTemplates } from "@/domain/connections/prompt-templates"
import { Problem } from "@/domain/kernel/errors"
import { chargeOtherRequest } from "./admit-call"
import type { McpCall } from "./call"
import { type Outcome, recordCall } from "./record-call"
import { removeInvisibleCharacters } from "./untrusted"

export const prompts: Prompt[] = promptTemplates.map(({ name, title, description, arguments: args }) => ({
  name,
  title,
  description,
  arguments: Object.entries(args).map(([argument, { description, isRequired }]) => {
    return { name: argument, description, required: isRequired }
  }),
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
        const code = thrown instanceof Problem ? thrown.code : "parameter_invalid"
        return { thrown: thrown as Error, code, rows: 0, text: "" }
      }
    },
  )
}

function fillIn(name: string, given: Record<string, string>): GetPromptResult {
  const template = promptTemplates.find((candidate) => candidate.name === name)
  if (!template)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt named ${name.slice(0, 100)}.`)
  const values = validateArguments(template, given)
  const text = template.text.replace(/\{(\w+)\}/g, (_, argument: string) => values[argument] ?? "")
  return { description: template.description, messages: [{ role: "user", content: { type: "text", text } }] }
}

const maxValueCharacters = 120

/** Returns the values of all arguments, with defaults for missing ones. */
function validateArguments({ arguments: args }: PromptTemplate, given: Record<string, string>): Record<string, string> {
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
