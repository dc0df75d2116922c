/** Checks and completes the environment variables before the product's code is loaded. */
import { existsSync } from "node:fs"
import { checkPolicies, trialPolicies } from "@/domain/kernel/policies"
import { loadSecrets, requireSecrets } from "../key-file"
import { ownerUrlIn } from "../migrate-database"
import { UserError } from "../user-error"
import { checkValues } from "./check-values"
import { hasDatabase } from "./database"

/** Reads .env from the project folder. Variables that the environment already sets take precedence. */
export function readEnvFile() {
  if (existsSync(".env")) process.loadEnvFile(".env")
}

/** True in production with DATABASE_URL. Such a start creates no secrets and no demo team. */
export function isProductionWithDatabase({ NODE_ENV, DATABASE_URL } = process.env) {
  return NODE_ENV === "production" && Boolean(DATABASE_URL)
}

/** True with DATABASE_URL outside production. Such a start has the settings of a trial. */
export function isTrialWithDatabase({ NODE_ENV, DATABASE_URL } = process.env) {
  return NODE_ENV !== "production" && Boolean(DATABASE_URL)
}

/**
 * Sets the variables that the product needs and that the environment does not set: secrets, addresses and, except in
 * production with DATABASE_URL, the trial policies. Sets NODE_ENV in any case. In production with DATABASE_URL, throws
 * if a secret is missing or weak.
 */
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
  else applyTrialPolicies(env)
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

/** The variables that a module of the product parses. Each function throws if the value is invalid. */
const parsers: Record<string, (value: string) => Promise<unknown>> = {
  AI_ENGINE_URLS: async (value) => (await import("@/domain/ai-engines/operator-engines")).engineUrls(value),
  DATA_SOURCE_URLS: async (value) =>
    (await import("@/domain/data-sources/connectors/provider-urls")).providerUrls(value),
  SIGNALBOX_LIMITS: async (value) => (await import("@/domain/kernel/plans")).readLimits(value),
  SIGNALBOX_RETENTION_DAYS: async (value) =>
    (await import("@/domain/operating/retention-days")).readRetentionDays(value),
  SIGNALBOX_MCP_CLIENTS: async (value) =>
    (await import("@/domain/connections/oauth/static-clients")).staticClients(value),
  SIGNALBOX_MCP_LIMITS: async (value) => (await import("@/domain/connections/call-limits")).readCallLimits(value),
  SIGNALBOX_MCP_REFRESH_GRACE: async (value) =>
    (await import("@/domain/connections/oauth/lifetimes")).readReuseGraceMs(value),
  WEBHOOK_CONCURRENCY: async (value) => (await import("@/domain/deliveries/loop-state")).readFastSlots(value),
}

/**
 * Throws if a variable is invalid, so that startup fails instead of later requests. Loads a module only if its variable
 * is set, so that a usual start loads none of them.
 */
export async function requireValidVariables(env = process.env) {
  try {
    checkPolicies()
    checkValues(env)
    for (const [name, parse] of Object.entries(parsers)) if (env[name]) await parse(env[name])
  } catch (error) {
    throw new UserError((error as Error).message)
  }
}

/**
 * Sets the trial policies where the environment sets none: everyone may sign up, owners change plans, and all teams use
 * the operator's engines. An empty variable counts as unset.
 */
export function applyTrialPolicies(env: NodeJS.ProcessEnv) {
  for (const [name, value] of Object.entries(trialPolicies)) env[name] ||= value
}

/**
 * Allows webhooks to this machine when the embedded database is used. Sets both variables, because production requires
 * both and the start sets NODE_ENV to production. An empty variable stays empty, which forbids these webhooks.
 */
function allowLoopbackWebhooks(env: NodeJS.ProcessEnv) {
  env["WEBHOOK_ALLOW_LOOPBACK"] ??= "1"
  env["WEBHOOK_ALLOW_LOOPBACK_IN_PRODUCTION"] ??= "1"
}
