/** Finds and redacts API keys and other secrets in texts. */

/** A complete API key anywhere in a text. */
export const keyPattern = /sbx_(live|test)_[0-9A-Za-z]{36}/g

/** True when `text` contains something in the format of a key. */
export const hasKey = (text: string) => text.search(keyPattern) >= 0

const webhookSecretPattern = /whsec_[0-9A-Za-z+/]{16,}={0,2}/g
/** Tokens, codes and secrets of connected apps (domain/connections/oauth/opaque-token.ts). */
const connectionSecretPattern = /mcp_(at|rt|ac|cs|reg)_[\w-]{16,}/g

/** Redacts every API key, webhook secret and token of a connected app in `text`. */
export const redactKeys = (text: string) =>
  text
    .replace(keyPattern, "sbx_$1_[redacted]")
    .replace(webhookSecretPattern, "whsec_[redacted]")
    .replace(connectionSecretPattern, "mcp_$1_[redacted]")
