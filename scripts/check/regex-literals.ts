/** Finds every regular expression in a source file, with the syntax tree of SWC. */
import { parseSync } from "@swc/core"

/** `pattern` is null for `new RegExp(...)` with a pattern that is not a string literal. */
export type FoundRegex = { pattern: string | null; flags: string }

export function regexesIn(source: string, isTsx: boolean): FoundRegex[] {
  const found: FoundRegex[] = []
  visit(parseSync(source, { syntax: "typescript", tsx: isTsx, target: "es2024" }), (node) => {
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

function visit(value: unknown, see: (node: Node) => void) {
  if (Array.isArray(value)) for (const item of value) visit(item, see)
  else if (typeof value === "object" && value !== null) {
    if ("type" in value && typeof value.type === "string") see(value as Node)
    for (const member of Object.values(value)) visit(member, see)
  }
}

const isRegExp = (callee: unknown) => (callee as { value?: unknown }).value === "RegExp"

const plainText = (node: Node) => (node.type === "StringLiteral" ? String(node["value"]) : undefined)
