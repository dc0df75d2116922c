/** Lists the scopes of API keys with the labels that users see. Every scope is read-only. */
export const scopes = {
  "clients:read": "Clients",
  "reports:read": "Reports and their live data",
  "metrics:read": "Marketing metrics",
  "ai_visibility:read": "AI visibility",
  "signals:read": "Signals",
  "events:read": "Events",
  "usage:read": "Usage and limits",
} as const

export type Scope = keyof typeof scopes
export const allScopes = Object.keys(scopes) as [Scope, ...Scope[]]
