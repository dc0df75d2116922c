/** Creates ids. An id is a prefix for the kind of resource and a ULID, so the ids of a kind sort by creation time. */
import { encodeTime, ulid } from "ulid"
import { z } from "zod"

const prefixes = {
  team: "tea",
  user: "usr",
  session: "ses",
  invitation: "inv",
  key: "key",
  audit: "aud",
  operatorChange: "opc",
  request: "req",
  client: "cli",
  dataSource: "dsc",
  syncRun: "syn",
  sourceGrant: "grt",
  metricsUpload: "upl",
  annotation: "ann",
  goal: "goal",
  report: "rep",
  section: "sec",
  widget: "wid",
  snapshot: "snp",
  shareLink: "shl",
  commentary: "com",
  aiProject: "aip",
  brand: "brd",
  topic: "top",
  prompt: "prm",
  scan: "scn",
  task: "tsk",
  answer: "ans",
  signal: "sig",
  signalEntry: "sge",
  signalRule: "rul",
  endpoint: "ep",
  webhookSecret: "whs",
  signingKey: "wsk",
  message: "msg",
  delivery: "dlv",
  attempt: "att",
  recovery: "rec",
  notice: "ntc",
  connection: "cgr",
  connectionCall: "mcl",
  oauthClient: "mcc",
} as const

export type IdKind = keyof typeof prefixes

/** Names of kinds in documentation, where the kind itself is not a plain word. */
const nouns: Partial<Record<IdKind, string>> = {
  key: "API key",
  audit: "audit log entry",
  operatorChange: "change",
  dataSource: "data source",
  syncRun: "sync",
  sourceGrant: "authorization of a data source",
  metricsUpload: "uploaded file",
  aiProject: "AI-visibility project",
  shareLink: "share link",
  endpoint: "webhook",
  webhookSecret: "signing secret",
  signingKey: "signing key",
  signalEntry: "entry of a signal's history",
  signalRule: "signal rule",
  message: "event",
  connection: "connected app",
  connectionCall: "call of a connected app",
  oauthClient: "OAuth client",
}

/** Returns a new id of `kind`. `at` (milliseconds since 1970) sets its timestamp, for imports and seeds. */
export const newId = (kind: IdKind, at?: number) => `${prefixes[kind]}_${ulid(at, random)}`

/** The start of every id of `kind` that is created at `at` (milliseconds since 1970). Only older ids sort before it. */
export const idPrefixAt = (kind: IdKind, at: number) => `${prefixes[kind]}_${encodeTime(at)}`

/** Buffer of random bytes. One system call for each character of an id would cost more than the rest of the id. */
const pool = new Uint8Array(4_096)
let used = pool.length

function random() {
  if (used === pool.length) {
    crypto.getRandomValues(pool)
    used = 0
  }
  return (pool[used++] as number) / 256
}

/** The schema of an id of `kind`, for example `cli_01JD3Y8F5V6Q2K9M4N7P0R1S2T`. */
export const id = (kind: IdKind) =>
  z
    .string()
    .regex(new RegExp(`^${prefixes[kind]}_[0-9A-HJKMNP-TV-Z]{26}$`))
    .meta({ description: `The ID of the ${nouns[kind] ?? kind}.`, examples: [exampleId(kind)] })

/** The id that examples and documentation show. */
export const exampleId = (kind: IdKind) => `${prefixes[kind]}_01JD3Y8F5V6Q2K9M4N7P0R1S2T`
