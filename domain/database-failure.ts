/** What a failure of the database means for the caller: told from the words of pg, of Prisma and of the system alike. */

/**
 * `away`: nothing was reached, come again. `unwritable`: the database answers reads and takes no writes. `timeout`: the statement ran
 * into its deadline. Undefined: none of these.
 */
export function databaseFailure(thrown: unknown): "away" | "unwritable" | "timeout" | undefined {
  const codes = codesOf(thrown)
  if (codes.includes(statementTimeout)) return "timeout"
  if (codes.some((code) => unwritable.has(code))) return "unwritable"
  if (codes.some((code) => away.has(code)) || awayMessages.test(messageOf(thrown))) return "away"
}

const statementTimeout = "57014"

/** Its disk is full, or it is read-only: a replica, or default_transaction_read_only. */
const unwritable = new Set(["53100", "25006"])

const away = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN"],
  ...["08000", "08001", "08003", "08004", "08006", "57P01", "57P02", "57P03", "53300"],
  ...["P1001", "P1002", "P1008", "P1017", "P2024"],
])

/** pg gives these no code, and Prisma the last one a code that means other things too. */
const awayMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end|Transaction API error: Unable to start a transaction)/

type Failure = {
  code?: unknown
  message?: unknown
  meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } }
} | null

/** Prisma keeps the code of Postgres some levels down. */
function codesOf(thrown: unknown): string[] {
  const { code, meta } = (thrown as Failure) ?? {}
  return [code, meta?.driverAdapterError?.cause?.originalCode].filter((one) => typeof one === "string")
}

const messageOf = (thrown: unknown) => String((thrown as Failure)?.message ?? "")
