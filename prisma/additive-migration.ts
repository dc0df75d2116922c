/**
 * Checks the rule of rolling upgrades, and records the migrations that follow it. A migration only adds ("expand"),
 * because processes of the previous version keep running during and after it.
 *
 * Dropping, renaming or narrowing ("contract") waits until no supported version uses the old form. Such a migration is
 * marked `-- contract: unused since 0.3`, and processes that do not know it stop working.
 */
import pg from "pg"
import { sessionConfig } from "./session-config"

/** Migrations from this one on follow the rule. */
export const firstUnderRule = "20261123"

/** The statements after which a process of the previous version may fail, normalized to one line each. */
export function contractingStatements(script: string): string[] {
  // No process uses a table before the migration that creates it.
  const newTables = new Set<string>()
  return statements(script).filter((statement) => {
    const words = wordsOf(statement)
    const [verb, object, ...names] = words
    if (verb === "create" && object === "table") newTables.add(names.find((word) => !beforeNewNames.has(word)) ?? "")
    return isContracting(statement, words) && !tablesOf(words).every((table) => newTables.has(table))
  })
}

export const isMarkedContracting = (script: string) => /^-- contract: \S/m.test(script)

/** True when processes that do not know the migration can continue to work. */
export const isAdditive = (script: string) => !isMarkedContracting(script) && contractingStatements(script).length === 0

/**
 * Records additive migrations in the database, so that running processes that do not know them continue to work. Does
 * nothing before the migration that creates the table.
 */
export async function recordAdditive(url: string, names: string[]) {
  const client = new pg.Client(sessionConfig(url))
  await client.connect()
  try {
    const { rows } = await client.query("select to_regclass('public.additive_migration') is not null as has_table")
    if (!rows[0]?.has_table) return
    const unlisted = "select n from unnest($1::text[]) n where n not in (select name from additive_migration)"
    await client.query(`insert into additive_migration (name) ${unlisted} on conflict do nothing`, [names])
  } finally {
    await client.end()
  }
}

/** The words of a statement or of a part of it, in lower case and without punctuation. */
const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[ ,()]/)
    .filter(Boolean)

/** The tables that a contracting statement changes. For an object of another type, also its type. */
function tablesOf(words: string[]) {
  const [verb] = words
  const start = verb === "revoke" ? words.indexOf("on") + 1 : 1
  const names = words.slice(start).filter((word) => !beforeNames.has(word))
  if (verb === "alter") return names.slice(0, 1)
  const end = names.findIndex((word) => afterNames.has(word))
  return end < 0 ? names : names.slice(0, end)
}

const beforeNames = new Set(["table", "if", "exists", "only"])
const beforeNewNames = new Set(["if", "not", "exists"])
const afterNames = new Set(["from", "cascade", "restrict", "restart", "continue"])

function isContracting(statement: string, words: string[]) {
  const [verb = "", object = ""] = words
  if (verb === "truncate") return true
  if (verb === "revoke") return words.includes("signalbox_app")
  if (verb === "drop") return !harmlessToDrop.has(object)
  if (verb !== "alter") return false
  return object === "table" ? actionsOf(statement).some(narrows) : words.includes("rename")
}

const harmlessToDrop = new Set(["index", "trigger", "policy"])

/** The words of each action of an `alter table` statement. */
const actionsOf = (statement: string) =>
  partsBetweenCommas(statement.replace(/^alter table (?:if exists )?(?:only )?\S+ /i, "")).map(wordsOf)

/** Whether an action of `alter table` drops or narrows a part of the table. */
function narrows([verb = "", ...words]: string[]) {
  if (verb === "rename") return true
  if (verb === "drop") return words[0] !== "constraint"
  if (verb === "alter") return narrowing.test(words.slice(words[0] === "column" ? 2 : 1).join(" "))
  // The previous version inserts rows without the new column.
  const isRequired = words.join(" ").includes("not null") && !words.includes("default")
  return verb === "add" && words[0] !== "constraint" && isRequired
}

const narrowing = /^(?:type|set data type|set not null)\b/

/** Splits at the commas that are outside of parentheses and brackets. */
function partsBetweenCommas(text: string) {
  const parts = [""]
  let depth = 0
  for (const character of text) {
    if ("([".includes(character)) depth++
    if (")]".includes(character)) depth--
    if (character === "," && depth === 0) parts.push("")
    else parts[parts.length - 1] += character
  }
  return parts
}

const bodyTag = /\$\w{0,63}\$/g

/** Removes function bodies, which are between two equal tags such as `$$` or `$body$`. */
function withoutBodies(script: string) {
  let result = ""
  let position = 0
  for (;;) {
    bodyTag.lastIndex = position
    const opening = bodyTag.exec(script)
    const closing = opening ? script.indexOf(opening[0], bodyTag.lastIndex) : -1
    if (!opening || closing < 0) return result + script.slice(position)
    result += `${script.slice(position, opening.index)}''`
    position = closing + opening[0].length
  }
}

/** The script's statements, one line each, without comments. Function bodies are left out because they run later. */
function statements(script: string) {
  return withoutBodies(script.replace(/--.*$/gm, " "))
    .replace(/'(?:[^']|'')*'/g, "''")
    .split(";")
    .map((statement) => statement.replace(/\s+/g, " ").trim())
    .filter(Boolean)
}
