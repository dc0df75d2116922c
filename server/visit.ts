/**
 * Loads the visitor of a page and the operations they may call. Redirects visitors who are not signed in, and hides
 * teams from non-members.
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
import { callerOf } from "./caller"
import { originOf } from "./origin"
import { pathHeader } from "./path-header"
import { contextOf } from "./request-identity"

/** Any visitor, signed in or not. */
export const visit = cache(async (teamSlug: string | null = null) => {
  const identity = {
    person: await signedInPerson(),
    teamSlug,
    origin: originOf(await headers()),
    requestId: newId("request"),
  }
  return { identity, person: identity.person, api: callerOf(identity) }
})

/** A signed-in person. Others are redirected to sign in and then return to the page. */
export async function visitAsPerson(teamSlug: string | null = null) {
  const { person, ...rest } = await visit(teamSlug)
  if (!person) redirect(`/sign-in?callbackUrl=${encodeURIComponent((await headers()).get(pathHeader) ?? "/teams")}`)
  return { person, ...rest }
}

/** An operator of the installation. Other people get the not-found page. */
export async function visitAsOperator() {
  const { person, ...rest } = await visitAsPerson()
  if (!(await isOperator(person.id))) notFound()
  return { person, ...rest }
}

/** A member of the team in the address. Other people get the not-found page. */
export const visitAsMember = cache(async (slug: string) => {
  const { identity, person, api } = await visitAsPerson(slug)
  return { person, api, ...(await orNotFound(contextOf("team", identity))) }
})

/** Like `visitAsMember`, for pages with the team's data: members of a suspended team are redirected. */
export const requireTeamMember = cache(async (slug: string) => {
  const { person, api, team, actor } = await visitAsMember(slug)
  if (team.is_suspended) redirect(`/suspended/${slug}`)
  const role = actor.kind === "person" ? actor.role : "viewer"
  const { label: planName, hasDeveloperAccess } = limitsOf(team.plan)
  return { person, api, team, role, isAdmin: roleAtLeast(role, "admin"), planName, hasDeveloperAccess }
})

/** Returns null when the thing does not exist or its id is invalid. */
export async function orNull<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Problem && ["resource_not_found", "parameter_invalid"].includes(error.code)) return null
    throw error
  }
}

/** Shows the 404 page when the thing does not exist. */
export const orNotFound = async <T>(call: Promise<T>): Promise<T> => (await orNull(call)) ?? notFound()

/** Redirects to the first page of the list when the cursor of an old link is invalid. */
export async function orFirstPage<T>(call: Promise<T>, firstPage: string): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (error instanceof Problem && error.code === "cursor_invalid") redirect(firstPage)
    throw error
  }
}
