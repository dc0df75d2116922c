/**
 * Handles the user's decision on the consent page: checks that the form came from this page, and redirects to the app.
 */
import "server-only"
import { openRequest, type RequestKey } from "@/domain/connections/oauth/authorization-request"
import { approveRequest, denyRequest } from "@/domain/connections/oauth/consent"
import { findClient } from "@/domain/connections/oauth/find-client"
import { baseUrl } from "@/domain/kernel/base-url"
import { asProblem } from "@/domain/kernel/errors"
import { withoutUnstorableCharacters } from "@/domain/kernel/fields"
import type { Session } from "@/domain/people/session"
import { signedInPerson } from "../auth/session"
import { logInternalError } from "../log-internal-error"
import { originOf } from "../origin"
import { browserIdOf } from "./browser-cookie"
import { errorPage } from "./error-page"
import { chargeOauthRequest } from "./limits"
import { redirectToApp } from "./redirect-to-app"

type Route = { params: Promise<{ request: string }> }
type FindPerson = () => Promise<Session | null>

export async function consentEndpoint(request: Request, { params }: Route, findPerson: FindPerson = signedInPerson) {
  try {
    await chargeOauthRequest(request, "consent")
    return await handleDecision(request, (await params).request, await findPerson())
  } catch (thrown) {
    const problem = asProblem(thrown)
    logInternalError(problem)
    return errorPage(problem.status, problem.message, problem.headers)
  }
}

async function handleDecision(request: Request, id: string, person: Session | null): Promise<Response> {
  // Prevents another site from submitting the form with the user's cookies.
  if (request.headers.get("origin") !== new URL(baseUrl()).origin)
    return errorPage(403, `The form was not sent from the consent page of Signalbox. ${startAgain}`)
  const browser = browserIdOf(request.headers)
  if (!browser) return errorPage(403, `This browser did not start the request. ${startAgain}`)
  if (!person) return errorPage(401, `You are signed out. ${startAgain}`)
  const form = new URLSearchParams(await request.text())
  const key: RequestKey = { id, browser }
  if (form.get("decision") === "allow") return approve(request, key, person, form)
  const denied = await denyRequest(key, person.id, new Date())
  if (!denied) return errorPage(410, requestExpired)
  const fields = { error: "access_denied", error_description: "The user denied access.", state: denied.state }
  return redirectToApp(denied.redirectUri, fields)
}

async function approve(request: Request, key: RequestKey, person: Session, form: URLSearchParams): Promise<Response> {
  const now = new Date()
  const open = await openRequest(key, person.id, now)
  if (!open) return errorPage(410, requestExpired)
  const client = await findClient(open.clientId, now)
  if (!client) return errorPage(403, "Signalbox no longer knows this app, or no longer allows it.")
  const actor = { kind: "person" as const, ...person }
  const choice = {
    teamId: withoutUnstorableCharacters(form.get("team_id") ?? ""),
    allowsChanges: form.get("allow_changes") === "on",
  }
  const approval = await approveRequest(
    { actor, origin: originOf(request.headers), now: () => now },
    key,
    client,
    choice,
  )
  if (approval === "request_over") return errorPage(410, requestExpired)
  if (approval === "team_not_allowed")
    return errorPage(403, "You cannot connect apps to this team. Go back and choose another team.")
  return redirectToApp(approval.request.redirectUri, { code: approval.code, state: approval.request.state })
}

const startAgain = "Start again from your app."
const requestExpired = `This request has expired, was already answered, or was opened by another account. ${startAgain}`
