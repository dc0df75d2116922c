/** Code snippets for a first API request with a key. */
import { CodeTabs } from "@/components/ui/code-tabs"
import { firstRequests } from "@/domain/kernel/request-examples"

export function RequestSnippets({ secret, baseUrl }: { secret: string; baseUrl: string }) {
  const url = `${baseUrl}/api/v1/clients?limit=25`
  const code = Object.entries(firstRequests).map(([language, write]) => [language, write(secret, url)])
  return <CodeTabs label="Language" code={Object.fromEntries(code)} />
}
