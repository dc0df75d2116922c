import { describe, expect, it } from "vitest"
import { run } from "@/domain/kernel/operation"
import { asPerson } from "@/domain/testing/team"
import { connect } from "../connect"
import { authorizeFake, fakesForTest } from "../testing/connected"
import { createImportFixture } from "../testing/import-fixture"

const files = [
  ["meta_ads", "act_1001", "date_start,account_id,impressions,inline_link_clicks,spend\n2026-10-01,1001,10,1,1.5\n"],
  ["ga4", "properties/1001", "date,property_id,sessions\n2026-10-01,1001,10\n"],
  [
    "google_ads",
    "1234567890",
    "date,customer_id,impressions,clicks,cost_micros\n2026-10-01,123-456-7890,10,1,1500000\n",
  ],
] as const

describe.each(files)(
  "an account of %s that a file writes in another way than the platform",
  (provider, account_id, text) => {
    async function setup() {
      await fakesForTest()
      const { team, client, importContent } = await createImportFixture("EUR")
      const ctx = asPerson(team, "owner")
      const grant_id = await authorizeFake(ctx, provider)
      const connectAccount = () => run(connect, ctx, { grant_id, account_id, client_id: client.id })
      return { connectAccount, importFile: () => importContent(text, { provider }) }
    }

    it("is not imported while it is connected", async () => {
      const { connectAccount, importFile } = await setup()
      await connectAccount()
      await expect(importFile()).rejects.toThrow(`The account ${account_id} of this client is connected`)
    })

    it("is not connected to a client that has imported it", async () => {
      const { connectAccount, importFile } = await setup()
      expect(await importFile()).toMatchObject({ accounts: [account_id] })
      await expect(connectAccount()).rejects.toMatchObject({ code: "already_exists" })
    })
  },
)
