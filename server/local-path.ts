/** Where to go after signing in: an address of ours, whatever the link said. */
import "server-only"

export const afterSignIn = "/teams"

const here = "http://here"

/** Only the path is kept, and only when it can be nothing but a path here. */
export function localPath(wanted: string | string[] | undefined): string {
  if (typeof wanted !== "string" || !wanted.startsWith("/") || !URL.canParse(wanted, here)) return afterSignIn
  const { origin, pathname, search } = new URL(wanted, here)
  return origin !== here || pathname.startsWith("//") ? afterSignIn : pathname + search
}
