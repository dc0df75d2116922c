/** What the audit's actions mean, in words. */
export const kindsOfChange: Record<string, string> = {
  team: "the team",
  member: "members",
  key: "API keys",
  endpoint: "webhooks",
  delivery: "deliveries",
  recover: "recoveries",
}

const words: Record<string, string> = {
  "team.created": "created the team",
  "team.updated": "changed the settings",
  "team.plan_changed": "changed the plan",
  "member.invited": "made an invitation",
  "member.invitation_revoked": "revoked an invitation",
  "member.joined": "joined the team",
  "member.role_changed": "changed a role",
  "member.removed": "removed a member",
  "member.left": "left the team",
  "key.created": "created an API key",
  "key.rotated": "rotated an API key",
  "key.revoked": "revoked an API key",
  "key.expired": "let an API key expire",
  "key.leaked": "found a leaked API key",
  "endpoint.created": "added a webhook",
  "endpoint.updated": "changed a webhook",
  "endpoint.secret_rotated": "rotated a webhook's secret",
  "endpoint.signing_key_rotated": "rotated the ed25519 key",
  "endpoint.paused": "paused a webhook",
  "endpoint.enabled": "resumed a webhook",
  "endpoint.disabled": "disabled a webhook",
  "endpoint.deleted": "deleted a webhook",
  "endpoint.tested": "sent a test event",
  "endpoint.notice_dismissed": "dismissed a notice",
  "delivery.resent": "resent a delivery",
  "delivery.copied": "copied a delivery as curl",
  "recover.started": "began a recovery",
  "recover.cancelled": "cancelled a recovery",
}

export const actionWords = (action: string) => words[action] ?? action
