/**
 * A Stryker plugin that leaves declarations unchanged: schemas, descriptions and examples. The contract tests check
 * them.
 */

/** The part of a Babel path that is read here. */
type Path = {
  node: { type: string; key?: { name?: string }; callee?: Node; object?: Node }
}
type Node = { type: string; name?: string; callee?: Node; object?: Node }

const declaredFields = ["id", "summary", "description", "example", "audience", "kind", "scope", "role", "rest", "fails"]

const declarations = {
  shouldIgnore({ node }: Path): string | undefined {
    const isDeclared = node.type === "ObjectProperty" && declaredFields.includes(node.key?.name ?? "")
    return isDeclared || (node.type === "CallExpression" && firstName(node) === "z") ? "Declaration" : undefined
  },
}

/** The first name of a chain of calls: `z` for `z.string().max(5)`. */
function firstName(node: Node): string | undefined {
  const inner = node.callee ?? node.object
  return inner ? firstName(inner) : node.name
}

export const strykerPlugins = [{ kind: "Ignore", name: "declarations", value: declarations }]
