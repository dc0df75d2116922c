import { describe, expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { asAnybody, freshPerson, password } from "@/domain/testing/person"
import { connectAccount, consumeLinkToken, storeLinkToken } from "./accounts"
import { changePassword } from "./change-password"
import { disconnectAccount } from "./disconnect-account"
import { getAccount } from "./get-account"
import { findSession, startSession } from "./session"
import { signIn } from "./sign-in"
import { updatePerson } from "./update"

describe("the user's account", () => {
  it("shows and changes the name", async () => {
    const ada = await freshPerson()
    await expect(run(updatePerson, ada, { name: "Pay now:\nevil.example" })).rejects.toMatchObject({
      code: "parameter_invalid",
    })
    await run(updatePerson, ada, { name: "Countess" })
    expect((await run(getAccount, ada, {})).data).toMatchObject({ name: "Countess", has_password: true, accounts: [] })
    expect(await findSession(ada.actor.session_id)).toMatchObject({ name: "Countess" })
  })

  it("changes the password only with the current one, and ends the user's other sessions", async () => {
    const ada = await freshPerson()
    const elsewhere = await startSession(asAnybody(), ada.actor, null)
    const change = (current_password: string) =>
      run(changePassword, ada, { current_password, new_password: "a better password" })
    await expect(change("wrong")).rejects.toMatchObject({ errors: [{ parameter: "current_password" }] })
    await change(password)
    expect(await findSession(ada.actor.session_id)).toMatchObject({ id: ada.actor.id, session_version: 2 })
    expect(await findSession(elsewhere)).toBeNull()
    await expect(signIn(asAnybody(), { email: ada.actor.email, password })).rejects.toMatchObject({
      code: "sign_in_failed",
    })
    await signIn(asAnybody(), { email: ada.actor.email, password: "a better password" })
  })

  it("changes the password without the current one for 15 minutes after a sign-in link", async () => {
    const ada = await freshPerson()
    const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const signedIn = async (minutes: number, isByLink: boolean) => {
      const start = { ...asAnybody(() => minutesAgo(minutes)) }
      const session_id = await startSession(start, ada.actor, null, isByLink)
      return { ...ada, actor: { ...ada.actor, session_id } }
    }
    const change = (caller: typeof ada) => run(changePassword, caller, { new_password: "a better password" })
    for (const caller of [await signedIn(1, false), await signedIn(16, true)]) {
      expect((await run(getAccount, caller, {})).data.needs_current_password).toBe(true)
      await expect(change(caller)).rejects.toMatchObject({ errors: [{ parameter: "current_password" }] })
    }
    const caller = await signedIn(14, true)
    expect((await run(getAccount, caller, {})).data.needs_current_password).toBe(false)
    await change(caller)
    await signIn(asAnybody(), { email: ada.actor.email, password: "a better password" })
  })

  it("keeps the last way to sign in, also if it is two accounts of one provider", async () => {
    const ada = await freshPerson({ has_password: false, is_email_verified: true })
    for (const provider_account_id of [ada.actor.id, `${ada.actor.id}-2`])
      await connectAccount(ada.actor.id, { provider: "github", provider_account_id }, null)
    expect((await run(getAccount, ada, {})).data.accounts).toEqual(["github"])
    const disconnect = () => run(disconnectAccount, ada, { provider: "github" })
    await expect(disconnect()).rejects.toMatchObject({ code: "state_conflict" })
    await run(changePassword, ada, { new_password: password })
    await disconnect()
    expect((await run(getAccount, ada, {})).data.accounts).toEqual([])
  })

  it("accepts the token of an emailed link once", async () => {
    const token = { identifier: "ada@example.test", token: Math.random().toString(36), expires_at: new Date() }
    await storeLinkToken(token)
    const { expires_at: _, ...key } = token
    expect(await consumeLinkToken(key)).toMatchObject(key)
    expect(await consumeLinkToken(key)).toBeNull()
  })
})
