/** Decides where to go after sign-in: always to a page of this installation, never to another site. */
import "server-only"
import { baseUrl } from "@/domain/kernel/base-url"

export const defaultPathAfterSignIn = "/teams"

/** Resolves paths. An absolute URL gets another origin. */
const placeholderOrigin = "http://localhost"

/** Returns the path of `target` if it stays on this installation, else the teams page. */
export function toLocalPath(target: string | string[] | undefined): string {
  const home = `${baseUrl()}/`
  const path = typeof target === "string" && target.startsWith(home) ? target.slice(home.length - 1) : target
  if (typeof path !== "string" || !path.startsWith("/") || !URL.canParse(path, placeholderOrigin))
    return defaultPathAfterSignIn
  const { origin, pathname, search } = new URL(path, placeholderOrigin)
  const isLocal = origin === placeholderOrigin && !pathname.startsWith("//")
  return isLocal ? pathname + search : defaultPathAfterSignIn
}
