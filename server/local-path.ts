/** Decides where to go after sign-in: always to an address of this installation, never to another site. */
import "server-only"
import { baseUrl } from "@/domain/kernel/base-url"

export const afterSignIn = "/teams"

const here = "http://here"

/** Returns the path of `target` if it stays on this installation, else the teams page. */
export function localPath(target: string | string[] | undefined): string {
  const own = `${baseUrl()}/`
  const path = typeof target === "string" && target.startsWith(own) ? target.slice(own.length - 1) : target
  if (typeof path !== "string" || !path.startsWith("/") || !URL.canParse(path, here)) return afterSignIn
  const { origin, pathname, search } = new URL(path, here)
  return origin !== here || pathname.startsWith("//") ? afterSignIn : pathname + search
}
