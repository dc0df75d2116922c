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
  const all = statements(script)
  // No process uses a table before the migration that creates it.
  const created = all.flatMap((statement) => /^create table (?:if not exists )?(\S+)/i.exec(statement)?.[1] ?? [])
  const isOfNewTable = (statement: string) => created.some((name) => statement.split(/[\s,(]+/).includes(name))
  return all.filter((statement) => isContracting(statement) && !isOfNewTable(statement))
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

/** Whether an `alter table` statement, given as its words in lower case, drops or narrows a part of the table. */
function narrows(words: string[]) {
  const has = (...phrase: string[]) => words.some((_, at) => phrase.every((word, i) => words[at + i] === word))
  const dropped = words.filter((_, at) => words[at - 1] === "drop")
  const added = words.filter((_, at) => words[at - 1] === "add")
  const dropsPart = dropped.some((keyword) => !harmlessToDropFromTable.has(keyword))
  // In `alter table t alter column c type text`, `type` follows a second `alter`. A column named `type` need not.
  const changesType = words.some((word, at) => word === "type" && at > 3 && words.lastIndexOf("alter", at) > 0)
  // The previous version inserts rows without the new column.
  const addsRequiredColumn =
    added.some((keyword) => keyword !== "constraint") && has("not", "null") && !words.includes("default")
  return dropsPart || has("set", "not", "null") || changesType || addsRequiredColumn
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
