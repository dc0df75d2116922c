/**
 * Classifies database errors by what they mean for the caller. Understands the errors of pg, Prisma and the operating
 * system.
 */

/**
 * Returns `unreachable` when the database could not be reached and the caller can retry, `unwritable` when the database
 * can be read but not written, `timeout` when the statement ran into its deadline, and undefined for any other
 * error.
 */
export function databaseFailure(thrown: unknown): "unreachable" | "unwritable" | "timeout" | undefined {
  const codes = codesOf(thrown)
  if (codes.includes(statementTimeout)) return "timeout"
  if (codes.some((code) => unwritable.has(code))) return "unwritable"
  if (codes.some((code) => unreachableCodes.has(code)) || unreachableMessages.test(messageOf(thrown)))
    return "unreachable"
}

const statementTimeout = "57014"

/**
 * 53100: the disk is full. 25006: the database is read-only, because it is a replica or because of
 * default_transaction_read_only.
 */
const unwritable = new Set(["53100", "25006"])

/** Codes of the operating system, then of Postgres (no connection, shutdown, too many connections), then of Prisma. */
const unreachableCodes = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "ENOTFOUND", "EAI_AGAIN"],
  ...["08000", "08001", "08003", "08004", "08006", "57P01", "57P02", "57P03", "53300"],
  ...["P1001", "P1002", "P1008", "P1017", "P2024"],
])

/**
 * pg reports the first four without a code. The last one comes from Prisma, whose code for it has other meanings too.
 */
const unreachableMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end|Transaction API error: Unable to start a transaction)/

type Failure = {
  code?: unknown
  message?: unknown
  meta?: { driverAdapterError?: { cause?: { originalCode?: unknown } } }
} | null

/** Prisma nests the Postgres error code several levels deep. */
function codesOf(thrown: unknown): string[] {
  const { code, meta } = (thrown as Failure) ?? {}
  return [code, meta?.driverAdapterError?.cause?.originalCode].filter((candidate) => typeof candidate === "string")
}

const messageOf = (thrown: unknown) => String((thrown as Failure)?.message ?? "")
