/**
 * The redirect URI of data sources: after the user's consent at the provider, exchanges the authorization code and
 * redirects to the page that started the connection.
 */
import "server-only"
import { baseUrl } from "@/domain/kernel/base-url"
import { asProblem } from "@/domain/kernel/errors"
import { logInternalError } from "./log-internal-error"
import { loadVisitor } from "./visit"

export async function sourcesCallback(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const state = searchParams.get("state") ?? ""
  const code = searchParams.get("code") ?? ""
  // The part before the dot is the team. The operation verifies the complete state.
  const slug = state.split(".")[0]
  if (!slug) return redirectTo("/teams")
  const { person, api } = await loadVisitor(slug)
  if (!person) return redirectTo("/sign-in", { callbackUrl: `/${slug}/sources` })
  const wizard = `/${encodeURIComponent(slug)}/sources/new`
  if (!code) return redirectTo(wizard, { problem: "access_denied" })
  try {
    const { data } = await api.dataSources.completeAuthorization({ state, code })
    if (data.data_source_id) return redirectTo(`/${encodeURIComponent(slug)}/sources/${data.data_source_id}`)
    return redirectTo(wizard, { provider: data.provider, grant: data.grant_id })
  } catch (error) {
    const problem = asProblem(error)
    logInternalError(problem, {}, "an authorization could not be completed")
    return redirectTo(wizard, { problem: problem.code })
  }
}

/** Always redirects to this installation, because the path contains a part of the request. */
function redirectTo(path: string, query: Record<string, string> = {}) {
  const url = new URL(path, baseUrl())
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return Response.redirect(url, 303)
}
