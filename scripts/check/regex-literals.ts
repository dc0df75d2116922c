/** Finds every regular expression in a source file, with the syntax tree of SWC. */
import { parseSync } from "@swc/core"

/** `pattern` is null for `new RegExp(...)` with a pattern that is not a string literal. */
export type FoundRegex = { pattern: string | null; flags: string }

export function regexesIn(source: string, isTsx: boolean): FoundRegex[] {
  const found: FoundRegex[] = []
  visitNodes(parseSync(source, { syntax: "typescript", tsx: isTsx, target: "es2024" }), (node) => {
    if (node.type === "RegExpLiteral") found.push({ pattern: String(node["pattern"]), flags: String(node["flags"]) })
    if ((node.type === "NewExpression" || node.type === "CallExpression") && isRegExp(node["callee"])) {
      const args = (node["arguments"] ?? []) as { expression: Node }[]
      const [pattern, flags] = args.map(({ expression }) => plainText(expression))
      found.push({ pattern: pattern ?? null, flags: flags ?? "" })
    }
  })
  return found
}

type Node = { type: string } & Record<string, unknown>

/** Calls `onNode` for each node of the syntax tree. */
function visitNodes(value: unknown, onNode: (node: Node) => void) {
  if (Array.isArray(value)) for (const item of value) visitNodes(item, onNode)
  else if (typeof value === "object" && value !== null) {
    if ("type" in value && typeof value.type === "string") onNode(value as Node)
    for (const member of Object.values(value)) visitNodes(member, onNode)
  }
}

const isRegExp = (callee: unknown) => (callee as { value?: unknown }).value === "RegExp"

const plainText = (node: Node) => (node.type === "StringLiteral" ? String(node["value"]) : undefined)
