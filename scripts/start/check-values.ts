/** Checks the environment variables whose values are numbers, names or URLs. */

const wholeNumberRanges: Record<string, [min: number, max: number]> = {
  AI_ENGINE_TIMEOUT_SECONDS: [1, 120],
  AI_RAW_ANSWER_DAYS: [0, 36_500],
  DATA_SOURCE_TIMEOUT_SECONDS: [1, 120],
  DATABASE_POOL_SIZE: [1, 1_000],
  METRICS_PORT: [1, 65_535],
  REDIS_TIMEOUT_MS: [1, 60_000],
  TRUSTED_PROXY_HOPS: [0, 20],
}

const allowedValues: Record<string, string[]> = {
  DATABASE_SHARED_READS: ["on", "off"],
  LOG_LEVEL: ["trace", "debug", "info", "warn", "error", "fatal", "silent"],
  RATE_LIMIT_STORE: ["memory", "postgres"],
  SIGNALBOX_REST_MOUNT: ["front", "next"],
}

const urlVariables = ["SIGNALBOX_BASE_URL", "NEXTAUTH_URL"]

/** Throws an error with one sentence if a value is invalid. Empty variables count as unset. */
export function checkValues(env: NodeJS.ProcessEnv) {
  for (const [name, [min, max]] of Object.entries(wholeNumberRanges)) {
    const value = env[name]
    if (value && !(/^\d+$/.test(value) && Number(value) >= min && Number(value) <= max))
      throw new Error(
        `${name} is not valid. Set a whole number from ${min.toLocaleString("en")} to ${max.toLocaleString("en")}.`,
      )
  }
  for (const [name, allowed] of Object.entries(allowedValues)) {
    const value = env[name]
    // With REDIS_URL, the limits are in Redis, and this variable has no effect.
    if (name === "RATE_LIMIT_STORE" && env["REDIS_URL"]) continue
    if (value && !allowed.includes(value)) throw new Error(`${name} is not valid. Set one of: ${allowed.join(", ")}.`)
  }
  for (const name of urlVariables) {
    const value = env[name]
    if (value && !isWebUrl(value))
      throw new Error(`${name} is not valid. Set a URL that starts with http:// or https://.`)
  }
}

const isWebUrl = (text: string) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
