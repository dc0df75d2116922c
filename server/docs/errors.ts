/** The catalogue of errors as Markdown: one list, and one page per code. */
import "server-only"
import { errorAdvice } from "@/domain/kernel/error-advice"
import { type ErrorCode, errorCodes } from "@/domain/kernel/errors"
import { exampleProblem } from "../openapi/error-examples"

export const allErrorCodes = Object.keys(errorCodes) as ErrorCode[]

export const errorList = () => `# Errors

Every error is a problem document ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)) with the type \`application/problem+json\`. \`code\` is
stable, and your code can rely on it. \`title\` and \`detail\` are for people. \`errors\` lists the invalid parameters, at most 20, with a fix for each.
Include the \`request_id\` when you ask for help: under Settings -> API -> Request log, the team's admins find the request by it.

| Status | Code | Meaning |
|---|---|---|
${[...allErrorCodes]
  .sort((a, b) => errorCodes[a].status - errorCodes[b].status)
  .map((code) => `| ${errorCodes[code].status} | [\`${code}\`](/docs/errors/${code}) | ${errorAdvice[code].meaning} |`)
  .join("\n")}
`

export function errorPage(code: ErrorCode): string {
  const { status, title } = errorCodes[code]
  const { meaning, remedy } = errorAdvice[code]
  return `# ${title}

Status **${status}**, code \`${code}\`

## What it means

${meaning}

## What to do

${remedy}

## Example

\`\`\`json
${JSON.stringify(exampleProblem(code), null, 2)}
\`\`\`
`
}
