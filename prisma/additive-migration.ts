/**
 * The rule of rolling upgrades: a migration only adds ("expand"), because processes of the version before work on while it runs and
 * after it. What is dropped, renamed or narrowed ("contract") waits until no supported version uses it, and says so:
 * `-- contract: unused since 0.3`. Processes that do not know such a migration stop working.
 */

/** Migrations from this one on follow the rule. */
export const firstUnderRule = "20261123"

/** The statements after which a process of the version before may fail, each as its first words. */
export function contractingStatements(script: string): string[] {
  const all = statements(script)
  // Nothing uses a table yet that the same migration creates.
  const created = all.flatMap((statement) => /^create table (?:if not exists )?(\S+)/i.exec(statement)?.[1] ?? [])
  const isOfNewTable = (statement: string) => created.some((name) => statement.split(/[\s,(]+/).includes(name))
  return all.filter((one) => isContracting(one) && !isOfNewTable(one))
}

export const isMarkedContracting = (script: string) => /^-- contract: \S/m.test(script)

/** Processes that do not know the migration may go on working. */
export const isAdditive = (script: string) => !isMarkedContracting(script) && contractingStatements(script).length === 0

function isContracting(statement: string) {
  const words = statement
    .toLowerCase()
    .split(/[ ,()]/)
    .filter(Boolean)
  const [verb = "", object = ""] = words
  if (verb === "truncate") return true
  if (verb === "revoke") return words.includes("signalbox_app")
  if (verb === "drop") return !harmlessToDrop.has(object)
  return verb === "alter" && (words.includes("rename") || (object === "table" && narrows(words)))
}

const harmlessToDrop = new Set(["index", "trigger", "policy"])
const harmlessToDropFromTable = new Set(["not", "default", "constraint", "expression", "identity"])

function narrows(words: string[]) {
  const has = (...phrase: string[]) => words.some((_, at) => phrase.every((word, i) => words[at + i] === word))
  const dropped = words.filter((_, at) => words[at - 1] === "drop")
  const added = words.filter((_, at) => words[at - 1] === "add")
  const changesType = words.some((word, at) => word === "type" && at > 3 && words.lastIndexOf("alter", at) > 0)
  return (
    dropped.some((what) => !harmlessToDropFromTable.has(what)) ||
    has("set", "not", "null") ||
    changesType ||
    (added.some((what) => what !== "constraint") && has("not", "null") && !words.includes("default"))
  )
}

const bodyTag = /\$\w{0,63}\$/g

/** The body of a function stands between two equal tags, such as `$$` or `$body$`. */
function withoutBodies(script: string) {
  let rest = ""
  let at = 0
  for (;;) {
    bodyTag.lastIndex = at
    const opening = bodyTag.exec(script)
    const closing = opening ? script.indexOf(opening[0], bodyTag.lastIndex) : -1
    if (!opening || closing < 0) return rest + script.slice(at)
    rest += `${script.slice(at, opening.index)}''`
    at = closing + opening[0].length
  }
}

/** In one line each, without comments. Bodies of functions are left out: they run later. */
function statements(script: string) {
  return withoutBodies(script.replace(/--.*$/gm, " "))
    .replace(/'(?:[^']|'')*'/g, "''")
    .split(";")
    .map((statement) => statement.replace(/\s+/g, " ").trim())
    .filter(Boolean)
}
