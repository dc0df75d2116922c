/** Tabs of Settings -> API. */
import { TabLinks } from "@/components/frame/tab-links"

export function ApiSections({ slug }: { slug: string }) {
  const base = `/${slug}/settings/api`
  const tabs = [
    { name: "Keys", href: base, isExact: true },
    { name: "Webhooks", href: `${base}/webhooks` },
    { name: "MCP", href: `${base}/mcp` },
    { name: "Request log", href: `${base}/logs` },
  ]
  return <TabLinks label="API" tabs={tabs} />
}
