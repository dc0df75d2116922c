/** Names the scopes of an API key. */
import type { Key } from "@/components/api/types"

const labels: Record<Key["scopes"][number], string> = {
  "clients:read": "clients",
  "reports:read": "reports",
  "metrics:read": "metrics",
  "ai_visibility:read": "AI visibility",
  "signals:read": "signals",
  "events:read": "events",
  "usage:read": "usage",
}

/** "clients, reports", or "everything" for a key with all scopes. */
export const scopeLabels = (scopes: Key["scopes"]) =>
  scopes.length === Object.keys(labels).length ? "everything" : scopes.map((scope) => labels[scope]).join(", ")
