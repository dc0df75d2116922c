/** Reads Google Ads through the REST method `searchStream`: cost and results by campaign, device and network. */
import { z } from "zod"
import { DimensionNames } from "../facts/dimension-names"
import {
  type Account,
  bearerHeader,
  type Connector,
  type DayWindow,
  type ReadResult,
  type Session,
  type SourceRow,
} from "./connector"
import { ConnectorError } from "./connector-error"
import { googleApi } from "./google-api"
import { sumBreakdowns } from "./sum-rows"

const api = "https://googleads.googleapis.com/v25"

const google = googleApi("google_ads")
const developerToken = () => process.env.GOOGLE_ADS_DEVELOPER_TOKEN

export const googleAds: Connector = {
  finalAfterDays: 1,
  // Conversions are attributed to the day of the click for up to 30 days.
  lookbackDays: 31,
  historyDays: 1_100,
  chunkDays: 31,
  ...google,
  consent: { ...google.consent, isConfigured: () => google.consent.isConfigured() && Boolean(developerToken()) },
  secretKinds: [],
  zeroMetrics: ["ad_clicks", "ad_impressions", "ad_spend", "ad_conversions", "ad_conversion_value"],
  listAccounts,
  read,
}

const accessible = z.object({ resourceNames: z.array(z.string()).optional() })
const customer = z.object({
  id: z.string(),
  descriptiveName: z.string().optional(),
  currencyCode: z.string().optional(),
  timeZone: z.string().optional(),
  manager: z.boolean().optional(),
})
const customerRow = z.object({ customer })
const clientRow = z.object({ customerClient: customer })

/**
 * Returns the accounts that the grant reaches directly, and those below its manager accounts. Leaves out accounts that
 * Google refuses, because Google lists canceled accounts too. Throws the refusal if no account is left.
 */
async function listAccounts(session: Session): Promise<Account[]> {
  const headers = await headersOf(session, {})
  const { resourceNames = [] } = await session.request(`${api}/customers:listAccessibleCustomers`, accessible, {
    headers,
  })
  const accounts = new Map<string, Account>()
  let refusal: ConnectorError | undefined
  for (const id of resourceNames.map((name) => name.replace("customers/", "")))
    await addAccounts(accounts, session, id).catch((error: unknown) => {
      if (!(error instanceof ConnectorError && error.code === "authorization_lost")) throw error
      refusal = error
    })
  if (refusal && accounts.size === 0) throw refusal
  return [...accounts.values()]
}

/** Adds the account, or the accounts below it if it is a manager account. */
async function addAccounts(accounts: Map<string, Account>, session: Session, id: string) {
  const options = { login_customer_id: id }
  const [found] = await search(session, { id, options }, customerRow, `select ${columnsOf("customer")} from customer`)
  if (!found) return
  if (!found.customer.manager) return addAccount(accounts, found.customer, options)
  const clients = await search(
    session,
    { id, options },
    clientRow,
    `select ${columnsOf("customer_client")} from customer_client where customer_client.manager = false and customer_client.status = 'ENABLED'`,
  )
  for (const { customerClient } of clients) addAccount(accounts, customerClient, options)
}

const columnsOf = (resource: string) =>
  ["id", "descriptive_name", "currency_code", "time_zone", "manager"].map((name) => `${resource}.${name}`).join(", ")

function addAccount(accounts: Map<string, Account>, found: z.infer<typeof customer>, options: Account["options"]) {
  const { id, descriptiveName, timeZone = "UTC", currencyCode = null } = found
  if (!accounts.has(id))
    accounts.set(id, { id, name: descriptiveName ?? id, timezone: timeZone, currency: currencyCode, options })
}

/** 64-bit integers are text. Fields with the value 0 are left out. */
const integer = z
  .string()
  .regex(/^-?\d+$/)
  .default("0")
const metricsRow = z.object({
  campaign: z.object({ id: z.string(), name: z.string().default("") }),
  segments: z.object({ date: z.iso.date(), device: z.string(), adNetworkType: z.string() }),
  metrics: z.object({
    clicks: integer,
    impressions: integer,
    costMicros: integer,
    conversions: z.number().default(0),
    conversionsValue: z.number().default(0),
  }),
})

const selectedColumns = [
  "campaign.id",
  "campaign.name",
  "segments.date",
  "segments.device",
  "segments.ad_network_type",
  "metrics.clicks",
  "metrics.impressions",
  "metrics.cost_micros",
  "metrics.conversions",
  "metrics.conversions_value",
]

async function read(session: Session, account: Account, { from, to }: DayWindow): Promise<ReadResult> {
  const found = await search(
    session,
    account,
    metricsRow,
    `select ${selectedColumns.join(", ")} from campaign where segments.date between '${from}' and '${to}'`,
  )
  const campaigns = new DimensionNames()
  for (const { campaign } of found) campaigns.add(campaign.name, campaign.id)
  const rows = found.map(
    ({ campaign, segments, metrics }): SourceRow => ({
      date: segments.date,
      dims: {
        campaign: campaigns.storedAs(campaign.name, campaign.id),
        device: segments.device,
        network: segments.adNetworkType,
      },
      values: {
        ad_clicks: Number(metrics.clicks),
        ad_impressions: Number(metrics.impressions),
        ad_spend: Number(metrics.costMicros) / 1_000_000,
        ad_conversions: metrics.conversions,
        ad_conversion_value: metrics.conversionsValue,
      },
      quality: 0,
    }),
  )
  return { rows: sumBreakdowns(rows, ["campaign", "device", "network"]), incompleteFrom: null }
}

async function search<T>(
  session: Session,
  { id, options }: Pick<Account, "id" | "options">,
  row: z.ZodType<T>,
  query: string,
): Promise<T[]> {
  const stream = z.array(z.object({ results: z.array(row).optional() }))
  const batches = await session.request(`${api}/customers/${id}/googleAds:searchStream`, stream, {
    method: "POST",
    headers: await headersOf(session, options),
    json: { query },
  })
  return batches.flatMap(({ results = [] }) => results)
}

async function headersOf(session: Session, { login_customer_id }: Account["options"]) {
  const token = developerToken()
  if (!token) throw new ConnectorError("not_configured", null, "GOOGLE_ADS_DEVELOPER_TOKEN is missing.")
  return {
    ...(await bearerHeader(session)),
    "developer-token": token,
    ...(login_customer_id && { "login-customer-id": login_customer_id }),
  }
}
