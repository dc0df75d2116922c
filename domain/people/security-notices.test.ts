import { describe, expect, it } from "vitest"
import { newId } from "@/domain/kernel/ids"
import { run } from "@/domain/kernel/operation"
import { ownMailServer } from "@/domain/testing/own-mail-server"
import { freshPerson, password } from "@/domain/testing/person"
import { connectAccount } from "./accounts"
import { changePassword } from "./change-password"

const emailsTo = ownMailServer()

const subjectsTo = (address: string) => emailsTo(address).map((text) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim())

const account = () => ({ provider: "github", provider_account_id: newId("user") })

describe("a notice by email", () => {
  it("reports a new password and a connected account to the user", async () => {
    const { actor, ...ctx } = await freshPerson({ is_email_verified: true })
    await connectAccount(actor.id, account(), actor)
    await run(changePassword, { ...ctx, actor }, { current_password: password, new_password: "a better password" })
    expect(subjectsTo(actor.email)).toEqual([
      "Your Signalbox account is connected to GitHub",
      "Your Signalbox account has a new password",
    ])
  })

  it("is not sent when the connected account is the one that the user signs in with", async () => {
    const { actor } = await freshPerson({ is_email_verified: true })
    await connectAccount(actor.id, account(), null)
    expect(subjectsTo(actor.email)).toEqual([])
  })

  it("is not sent to an unconfirmed address", async () => {
    const ada = await freshPerson()
    await run(changePassword, ada, { current_password: password, new_password: "a better password" })
    expect(subjectsTo(ada.actor.email)).toEqual([])
  })
})
