/** What the audit's actions mean, in words. */
export const kindsOfChange: Record<string, string> = { team: "the team", member: "members", key: "API keys" }

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
}

export const actionWords = (action: string) => words[action] ?? action
