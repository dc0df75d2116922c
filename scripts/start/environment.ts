/** Checks and completes the environment variables before the product's code is loaded. */
import { existsSync } from "node:fs"
import { checkPolicies, trialPolicies } from "@/domain/kernel/policies"
import { loadSecrets, requireSecrets } from "../key-file"
import { ownerUrlIn } from "../migrate-database"
import { UserError } from "../user-error"
import { hasDatabase } from "./database"

/** Reads .env from the project folder. Variables that the environment already sets take precedence. */
export function readEnvFile() {
  if (existsSync(".env")) process.loadEnvFile(".env")
}

/** True in production with DATABASE_URL. Such a start creates no secrets and no demo team. */
export function isProductionWithDatabase({ NODE_ENV, DATABASE_URL } = process.env) {
  return NODE_ENV === "production" && Boolean(DATABASE_URL)
}

export async function completeEnvironment({
  dataDir,
  baseUrl,
  isDev,
}: {
  dataDir: string
  baseUrl: string
  isDev: boolean
}) {
  const { env } = process
  if (isProductionWithDatabase()) requireSecrets(env)
  else allowTrialPolicies(env)
  if (!env["DATABASE_URL"]) allowLoopbackWebhooks(env)
  const loaded = await loadSecrets({ dataDir, hasDatabase: () => hasDatabase(dataDir, ownerUrlIn(env)) }, env)
  if (env["DATABASE_URL"] && Object.keys(loaded).length > 0) {
    console.log(`  Secrets       from ${dataDir}/keys.json: ${Object.keys(loaded).join(", ")}`)
  }
  Object.assign(env, loaded, {
    NODE_ENV: isDev ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
    SIGNALBOX_BASE_URL: baseUrl,
    NEXTAUTH_URL: env["NEXTAUTH_URL"] || baseUrl,
  })
}

/** Stops the start when DATA_SOURCE_URLS is invalid, instead of failing each sync later. */
export async function requireProviderUrls({ DATA_SOURCE_URLS } = process.env) {
  if (!DATA_SOURCE_URLS) return
  const { providerUrls } = await import("@/domain/data-sources/connectors/provider-urls")
  try {
    providerUrls(DATA_SOURCE_URLS)
  } catch (error) {
    throw new UserError((error as Error).message)
  }
}

/** Stops the start when AI_ENGINE_URLS is invalid, instead of failing each scan later. */
export async function requireEngineUrls({ AI_ENGINE_URLS } = process.env) {
  if (!AI_ENGINE_URLS) return
  const { engineUrls } = await import("@/domain/ai-engines/operator-engines")
  try {
    engineUrls(AI_ENGINE_URLS)
  } catch (error) {
    throw new UserError((error as Error).message)
  }
}

/** Stops the start when a policy of the operator is invalid, instead of failing each sign-up later. */
export function requirePolicies() {
  try {
    checkPolicies()
  } catch (error) {
    throw new UserError((error as Error).message)
  }
}

/**
 * Stops the start when SIGNALBOX_RETENTION_DAYS is invalid, because the hourly deletion must not run with guessed
 * values.
 */
export async function requireRetentionDays({ SIGNALBOX_RETENTION_DAYS } = process.env) {
  if (!SIGNALBOX_RETENTION_DAYS) return
  const { readRetentionDays } = await import("@/domain/operating/retention-days")
  try {
    readRetentionDays(SIGNALBOX_RETENTION_DAYS)
  } catch (error) {
    throw new UserError((error as Error).message)
  }
}

/** Stops the start when SIGNALBOX_MCP_CLIENTS is invalid, instead of failing each connection later. */
export async function requireMcpClients({ SIGNALBOX_MCP_CLIENTS } = process.env) {
  if (!SIGNALBOX_MCP_CLIENTS) return
  const { staticClients } = await import("@/domain/connections/oauth/static-clients")
  try {
    staticClients(SIGNALBOX_MCP_CLIENTS)
  } catch (error) {
    throw new UserError((error as Error).message)
  }
}

/**
 * Sets the trial policies where the environment sets none: everyone may sign up, owners change plans, and all teams use
 * the operator's engines.
 */
export function allowTrialPolicies(env: NodeJS.ProcessEnv) {
  for (const [name, value] of Object.entries(trialPolicies)) env[name] ||= value
}

/**
 * Allows webhooks to this machine when the embedded database is used. Sets both variables, because production requires
 * both and the start sets NODE_ENV to production.
 */
function allowLoopbackWebhooks(env: NodeJS.ProcessEnv) {
  env["WEBHOOK_ALLOW_LOOPBACK"] ??= "1"
  env["WEBHOOK_ALLOW_LOOPBACK_IN_PRODUCTION"] ??= "1"
}
