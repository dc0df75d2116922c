/** Where to go after signing in: an address of ours, whatever the link said. */
import "server-only"

export const afterSignIn = "/teams"

/** Only the path is kept, and only when it can be nothing but a path here. */
export function localPath(wanted: string | string[] | undefined): string {
  if (typeof wanted !== "string" || !/^\/(?![/\\])/.test(wanted)) return afterSignIn
  const { pathname, search } = new URL(wanted, "http://localhost")
  return pathname.startsWith("//") ? afterSignIn : pathname + search
}
