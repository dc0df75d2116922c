/** The pages and actions that the command palette offers. */
import type { Role } from "@/components/api/types"
import { openParameter } from "@/components/forms/use-open-from-url"
import { roleAtLeast } from "@/domain/kernel/roles"

/** `words`: further words that find the command. */
export type AppCommand = { group: "Actions" | "Pages"; name: string; path: string; words: string }

/** Returns the commands in a team, without those that the role does not allow. */
export function commandsOf(slug: string, role: Role): AppCommand[] {
  const isAdmin = roleAtLeast(role, "admin")
  const isMember = roleAtLeast(role, "member")
  const teamPath = `/${slug}`
  const page = (name: string, path: string, words = ""): AppCommand => ({
    group: "Pages",
    name,
    path: path.startsWith("/docs") || path === "/account" ? path : teamPath + path,
    words,
  })
  const action = (name: string, path: string, words = ""): AppCommand => ({
    ...page(name, path, words),
    group: "Actions",
  })
  return [
    ...(isAdmin
      ? [
          action("Create API key", `/settings/api?${openParameter}`, "new token"),
          action("Add webhook", `/settings/api/webhooks?${openParameter}`, "new create endpoint"),
          action("Connect data source", "/sources/new", "new add"),
          action("Invite member", `/settings/members?${openParameter}`, "new add user"),
        ]
      : []),
    ...(isMember
      ? [
          action("Upload file", "/sources/upload", "import csv"),
          action("New client", `/clients?${openParameter}`, "create add"),
          action("New report", `/reports?${openParameter}`, "create add"),
          action("New AI visibility project", "/ai-visibility/new", "create add"),
        ]
      : []),
    page("Home", ""),
    page("Clients", "/clients"),
    page("Reports", "/reports"),
    page("AI visibility", "/ai-visibility", "projects prompts brands"),
    page("Signals", "/signals", "inbox alerts"),
    page("Signal rules", "/signals/rules", "alerts"),
    page("Data sources", "/sources", "data connections syncs"),
    page("API keys", "/settings/api", "tokens"),
    page("Webhooks", "/settings/api/webhooks", "endpoints events"),
    page("Webhook deliveries", "/settings/api/webhooks/deliveries", "log events"),
    page("MCP", "/settings/api/mcp", "assistants claude chatgpt connector"),
    page("Request log", "/settings/api/logs", "api requests"),
    page("Settings: General", "/settings/general", "team name time zone"),
    page("Settings: Members", "/settings/members", "people roles invitations"),
    page("Settings: Plan", "/settings/plan", "limits usage"),
    ...(isMember ? [page("Settings: AI engines", "/settings/engines", "openai keys")] : []),
    ...(isAdmin ? [page("Settings: Audit log", "/settings/audit", "changes history")] : []),
    page("Account", "/account", "profile password sessions"),
    page("Documentation", "/docs", "help api reference"),
  ]
}
