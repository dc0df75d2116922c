/** The variables that the product reads, completed before it is loaded. */
import { existsSync } from "node:fs"
import { checkPolicies, trialPolicies } from "@/domain/installation/policies"
import { ownerUrlIn } from "../migrate-database"
import { demandSecrets, ownSecrets } from "../own-secrets"
import { PlainFailure } from "../plain-failure"
import { hasDatabase } from "./database"

/** The project's .env, for what the environment itself does not say. */
export function readEnvFile() {
  if (existsSync(".env")) process.loadEnvFile(".env")
}

/** In production with a Postgres of one's own nothing is made up: no secret, no demo team. */
export function isOwnProduction({ NODE_ENV, DATABASE_URL } = process.env) {
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
  if (isOwnProduction()) demandSecrets(env)
  else allowTrialPolicies(env)
  if (!env["DATABASE_URL"]) allowTrials(env)
  const made = await ownSecrets({ dataDir, hasDatabase: () => hasDatabase(dataDir, ownerUrlIn(env)) }, env)
  if (env["DATABASE_URL"] && Object.keys(made).length > 0) {
    console.log(`  Secrets       from ${dataDir}/keys.json: ${Object.keys(made).join(", ")}`)
  }
  Object.assign(env, made, {
    NODE_ENV: isDev ? "development" : "production",
    NEXT_TELEMETRY_DISABLED: "1",
    SIGNALBOX_BASE_URL: baseUrl,
    NEXTAUTH_URL: env["NEXTAUTH_URL"] || baseUrl,
  })
}

/** A mistake in AI_ENGINE_URLS ends the start, and not each scan. */
export async function demandEngineUrls({ AI_ENGINE_URLS } = process.env) {
  if (!AI_ENGINE_URLS) return
  const { engineUrls } = await import("@/domain/ai-visibility/engines/engine-urls")
  try {
    engineUrls(AI_ENGINE_URLS)
  } catch (error) {
    throw new PlainFailure((error as Error).message)
  }
}

/** A mistake in the operator's policies ends the start, and not each sign-up. */
export function demandPolicies() {
  try {
    checkPolicies()
  } catch (error) {
    throw new PlainFailure((error as Error).message)
  }
}

/** A mistake in SIGNALBOX_RETENTION_DAYS ends the start: the hourly deletion must not run on a guess. */
export async function demandRetentionDays({ SIGNALBOX_RETENTION_DAYS } = process.env) {
  if (!SIGNALBOX_RETENTION_DAYS) return
  const { readRetentionDays } = await import("@/domain/operating/retention-days")
  try {
    readRetentionDays(SIGNALBOX_RETENTION_DAYS)
  } catch (error) {
    throw new PlainFailure((error as Error).message)
  }
}

/** Outside production everyone may sign up and choose a plan, unless the environment says otherwise. */
export function allowTrialPolicies(env: NodeJS.ProcessEnv) {
  for (const [name, value] of Object.entries(trialPolicies)) env[name] ||= value
}

/** On the embedded database webhooks may go to this machine: said twice, as production asks, because a start sets NODE_ENV itself. */
function allowTrials(env: NodeJS.ProcessEnv) {
  env["WEBHOOK_ALLOW_LOOPBACK"] ??= "1"
  env["WEBHOOK_ALLOW_LOOPBACK_IN_PRODUCTION"] ??= "1"
}
