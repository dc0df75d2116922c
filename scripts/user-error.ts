/** An error that the user of the command line can act on. It is printed as its message, without a stack trace. */
export class UserError extends Error {
  override name = "UserError"
}

/** Returns whether the error has one of the codes, which Node or Postgres sets. */
export const hasCode = (error: unknown, ...codes: string[]) =>
  error instanceof Error && "code" in error && codes.includes(String(error.code))

/**
 * Converts file system errors (no permission, disk full, read-only) into a UserError about `path`. Returns other errors
 * unchanged.
 */
export function explainFileError(error: unknown, path: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  const reason = reasons[code]
  return reason ? new UserError(`Cannot write to ${path}: ${reason}.`) : error
}

/** Returns one sentence for an error that the user can act on, or else the error itself with its stack. */
export function errorMessage(error: unknown): unknown {
  if (error instanceof UserError) return error.message
  const { code, path } = (error ?? {}) as { code?: string; path?: string }
  if (code === databaseDiskFull)
    return "The disk of the database is full. Free some space and start again. No data is lost."
  if (code === readOnlyTransaction)
    return "The database is read-only: it is a replica, or default_transaction_read_only is on. Set DATABASE_URL to a database that accepts writes."
  if (!path && code !== "ENOSPC") return error
  const explained = explainFileError(error, path ?? "the disk")
  return explained instanceof UserError ? explained.message : error
}

/** Error codes of Postgres (SQLSTATE). */
const databaseDiskFull = "53100"
const readOnlyTransaction = "25006"

const reasons: Record<string, string> = {
  EACCES: "permission denied. Choose another folder with --data-dir",
  EPERM: "permission denied. Choose another folder with --data-dir",
  EROFS: "the file system is read-only. Choose another folder with --data-dir",
  ENOSPC: "the disk is full. Free some space and start again",
  EDQUOT: "your disk quota is used up. Free some space and start again",
  ENOTDIR: "a file is in the way. Move it, or choose another folder with --data-dir",
  EEXIST: "a file is in the way. Move it, or choose another folder with --data-dir",
}
