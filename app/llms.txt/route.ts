/** Lists the documentation for language models (https://llmstxt.org): each page as a link to its Markdown. */
import { connectorUrl } from "@/domain/connections/settings"
import { baseUrl } from "@/domain/kernel/base-url"
import { docsGroups } from "@/server/docs/pages"
import { openApiUrl } from "@/server/docs/reference"

export const dynamic = "force-dynamic"

export const GET = () => new Response(text(), { headers: { "Content-Type": "text/plain; charset=utf-8" } })

const text = () => `# Signalbox

> A self-hosted platform for marketing data: clients, reports, metrics and AI-visibility projects. Code reads the data over a REST API
> and receives events by webhook. Assistants connect over MCP.

- OpenAPI 3.1: ${openApiUrl()}
- MCP: ${connectorUrl()}

${docsGroups
  .map(
    ({ title, pages }) =>
      `## ${title}\n\n${pages.map(({ title, path }) => `- [${title}](${baseUrl()}${path}.md)`).join("\n")}`,
  )
  .join("\n\n")}
`
