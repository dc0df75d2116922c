/**
 * Derives the OpenAPI operationId of an operation: `clients.list` is listClients, `reports.widgetData` is
 * getReportWidgetData.
 */
import "server-only"

const verbs = /^(list|get|create|update|delete|rotate|revoke)(?=$|[A-Z])/

export function operationName(id: string): string {
  const [resource = "", name = ""] = id.split(".")
  const verb = verbs.exec(name)?.[0] ?? "get"
  const rest = verbs.test(name) ? name.slice(verb.length) : capital(name)
  const noun = rest === "" && verb === "list" ? resource : resource.replace(/s$/, "")
  return verb + capital(noun) + rest
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
