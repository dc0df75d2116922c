/** Redirects to the general settings. */
import { redirect } from "next/navigation"
import type { TeamParams } from "../layout"

export default async function SettingsPage({ params }: TeamParams) {
  redirect(`/${(await params).team}/settings/general`)
}
