/** A failure that is told in one sentence, without a stack: the person in front of the terminal can act on it. */
export class PlainFailure extends Error {
  override name = "PlainFailure"
}

/** Turns the operating system's refusals (no permission, disk full, read-only) into a sentence about `path`. */
export function explainFileError(error: unknown, path: string): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : ""
  const reason = reasons[code]
  return reason ? new PlainFailure(`Cannot write to ${path}: ${reason}.`) : error
}

const reasons: Record<string, string> = {
  EACCES: "you have no permission there; choose another folder with --data-dir",
  EPERM: "you have no permission there; choose another folder with --data-dir",
  EROFS: "the file system is read-only; choose another folder with --data-dir",
  ENOSPC: "the disk is full",
  EDQUOT: "your disk quota is used up",
  ENOTDIR: "a file is in the way",
  EEXIST: "a file is in the way",
}
