/** How to connect an app over MCP. The metadata of the authorization server leads here. */
import { BareFrame } from "@/components/frame/bare-frame"
import { SetUpApp } from "@/components/mcp/set-up-app"
import { CodeBlock } from "@/components/ui/code-block"
import { connectorUrl } from "@/domain/connections/settings"

export const metadata = { title: "Connect an app over MCP" }

export default function McpPage() {
  return (
    <BareFrame>
      <article className="mx-auto mt-[8dvh] w-full max-w-[64ch]">
        <h1 className="text-title">Connect an app over MCP</h1>
        <p className="mt-1 mb-3">
          Assistants work with the data of a Signalbox team through the Model Context Protocol. Enter this URL in your
          app:
        </p>
        <CodeBlock code={connectorUrl()} label="Connector URL" />
        <h2 className="mt-6 mb-2 text-head">Set up your app</h2>
        <SetUpApp url={connectorUrl()} />
        <h2 className="mt-6 text-head">What happens next</h2>
        <p className="mt-1">
          The app opens Signalbox in your browser. Sign in, choose a team, and allow access. The team needs the plan
          Pro, Agency or Scale.
        </p>
        <p className="mt-2">
          An app can only read, unless the team has switched on changes and you allow them. You can disconnect an app
          under Settings -&gt; API -&gt; MCP.
        </p>
      </article>
    </BareFrame>
  )
}
