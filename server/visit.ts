/**
 * Loads the visitor of a page with the functions that call operations for them (`api`). Redirects visitors who are not
 * signed in, and shows the not-found page to people who are not members of the team.
 */
import "server-only"
import { headers } from "next/headers"
import { notFound, redirect } from "next/navigation"
import { cache } from "react"
import { Problem } from "@/domain/kernel/errors"
import { newId } from "@/domain/kernel/ids"
import { isOperator } from "@/domain/kernel/operator"
import { limitsOf } from "@/domain/kernel/plans"
import { roleAtLeast } from "@/domain/kernel/roles"
import { signedInPerson } from "./auth/session"
import { createCaller } from "./caller"
import { originOf } from "./origin"
import { pathHeader } from "./path-header"
import { contextOf } from "./request-identity"

/** Returns the visitor, signed in or not. */
export const loadVisitor = cache(async (teamSlug: string | null = null) => {
  const identity = {
    person: await signedInPerson(),
    teamSlug,
    origin: originOf(await headers()),
    requestId: newId("request"),
  }
  return { identity, person: identity.person, api: createCaller(identity) }
})

/** Requires a signed-in person. Redirects others to sign in, and back to the page afterwards. */
export async function requirePerson(teamSlug: string | null = null) {
  const { person, ...rest } = await loadVisitor(teamSlug)
  if (!person) redirect(`/sign-in?callbackUrl=${encodeURIComponent((await headers()).get(pathHeader) ?? "/teams")}`)
  return { person, ...rest }
}

/** Requires an operator of the installation. Other people get the not-found page. */
export async function requireOperator() {
  const { person, ...rest } = await requirePerson()
  if (!(await isOperator(person.id))) notFound()
  return { person, ...rest }
}

/** Requires a member of the team in the address. Other people get the not-found page. */
export const requireTeamMemberEvenIfSuspended = cache(async (slug: string) => {
  const { identity, person, api } = await requirePerson(slug)
  return { person, api, ...(await orNotFound(contextOf("team", identity))) }
})

/** Requires a member of the team in the address, and redirects members of a suspended team. For pages with its data. */
export const requireTeamMember = cache(async (slug: string) => {
  const { person, api, team, actor } = await requireTeamMemberEvenIfSuspended(slug)
  if (team.is_suspended) redirect(`/suspended/${slug}`)
  const role = actor.kind === "person" ? actor.role : "viewer"
  const { label: planName, hasDeveloperAccess } = limitsOf(team.plan)
  return { person, api, team, role, isAdmin: roleAtLeast(role, "admin"), planName, hasDeveloperAccess }
})

/** Returns null when the record does not exist, or when a parameter is invalid, such as its ID. */
export async function orNull<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Problem && ["resource_not_found", "parameter_invalid"].includes(error.code)) return null
    throw error
  }
}

/** Shows the not-found page when the record does not exist. */
export const orNotFound = async <T>(call: Promise<T>): Promise<T> => (await orNull(call)) ?? notFound()

/** Returns an empty list when the operation refuses a filter, such as an incomplete id in a search field. */
export const orNoMatches = async <Row, Meta>(call: Promise<{ data: Row[]; meta: Meta }>) =>
  (await orNull(call)) ?? { data: [], meta: noMatches }

const noMatches = { total: 0, total_is_exact: true, returned: 0, next_cursor: null, truncated: false }

/** Redirects to the first page of the list when the cursor in the URL is invalid, such as that of an old link. */
export async function orFirstPage<T>(call: Promise<T>, firstPage: string): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Problem && isAboutCursor(error)) redirect(firstPage)
    throw error
  }
}

/** Also true if the URL repeats the cursor. Next then passes a list, which the operation refuses. */
const isAboutCursor = ({ code, errors }: Problem) =>
  code === "cursor_invalid" || errors.some(({ parameter }) => parameter === "cursor")
