/** Where to go after signing in: an address of ours, whatever the link said. */
import "server-only"
import { baseUrl } from "@/domain/base-url"

export const afterSignIn = "/teams"

const here = "http://here"

/** Only the path is kept, and only when it can be nothing but a path here. */
export function localPath(wanted: string | string[] | undefined): string {
  const own = `${baseUrl()}/`
  const path = typeof wanted === "string" && wanted.startsWith(own) ? wanted.slice(own.length - 1) : wanted
  if (typeof path !== "string" || !path.startsWith("/") || !URL.canParse(path, here)) return afterSignIn
  const { origin, pathname, search } = new URL(path, here)
  return origin !== here || pathname.startsWith("//") ? afterSignIn : pathname + search
}
