/** The start page: what Signalbox is, how to get started, and the three channels for code and assistants. */

import { BareFrame } from "@/components/frame/bare-frame"
import { Link } from "@/components/link"
import { Button } from "@/components/ui/button"
import { CodeBlock } from "@/components/ui/code-block"
import { Scroll } from "@/components/ui/scroll"
import { signUpPolicy } from "@/domain/kernel/policies"
import { curlCommand } from "@/server/curl-command"
import { exampleResponse } from "@/server/example-response"
import { afterSignIn } from "@/server/local-path"
import { visit } from "@/server/visit"

const commands = `npm start
npm run import -- metrics google-ads.csv \\
  --client "Bergamo Bikes" --provider google_ads`

export default async function StartPage() {
  const { person } = await visit()
  const isOpen = signUpPolicy() === "open"
  return (
    <BareFrame corner={<Corner isSignedIn={person !== null} />}>
      <div className="mx-auto mt-6 grid w-full max-w-[1136px] grid-cols-[minmax(0,1fr)] gap-10 lg:mt-[7dvh] lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-16">
        <section>
          <h1 className="max-w-[20ch] text-figure sm:text-[40px] sm:leading-[46px]">
            Your agency's marketing data, behind one API
          </h1>
          <p className="mt-4 max-w-[54ch] text-head text-quiet">
            Signalbox stores your clients, reports, marketing metrics and AI visibility on your own machine. Your code
            and your assistants can read them.
          </p>
          <h2 className="mt-8 mb-2">Get started</h2>
          <CodeBlock code={commands} label="Commands" />
          <p className="mt-3 max-w-[54ch] text-quiet">
            The first command starts Signalbox with a sample team. The second imports a file that you downloaded from
            Google Ads.
          </p>
          <div className="mt-6 flex flex-wrap gap-3">
            {person ? (
              <Button asChild kind="primary">
                <Link href={afterSignIn}>Open Signalbox</Link>
              </Button>
            ) : (
              <>
                {isOpen && (
                  <Button asChild kind="primary">
                    <Link href="/sign-up">Create account</Link>
                  </Button>
                )}
                <Button asChild {...(!isOpen && { kind: "primary" })}>
                  <Link href="/sign-in">Sign in</Link>
                </Button>
              </>
            )}
          </div>
        </section>
        <section aria-label="Example request and response" className="min-w-0">
          <h2 className="mb-2">Request</h2>
          <CodeBlock code={curlCommand("/clients?limit=1")} label="Request" />
          <h2 className="mt-6 mb-2">Response</h2>
          <Scroll label="Response" className="max-h-[48dvh] rounded-box border border-line bg-surface">
            <pre className="p-3 text-small">
              <code>{JSON.stringify(exampleResponse({ total: 41, limit: 1 }), null, 2)}</code>
            </pre>
          </Scroll>
          <p className="mt-3 text-quiet">
            All endpoints, parameters and errors are in the{" "}
            <Link href="/docs/reference/clients" className="text-accent underline underline-offset-2">
              reference
            </Link>
            .
          </p>
        </section>
      </div>
      <Channels />
    </BareFrame>
  )
}

const channels = [
  {
    name: "REST API",
    text: "Read everything with keys that the team creates and revokes. Every response says what it leaves out.",
    example: "GET /api/v1/clients",
    guide: "/docs/quickstart",
  },
  {
    name: "Webhooks",
    text: "Learn about a signal or a finished scan when it happens. Requests are signed, and failed ones are retried for three days.",
    example: "POST signal.created",
    guide: "/docs/events",
  },
  {
    name: "MCP connector",
    text: "Let an assistant answer from the team's data. It can only read, unless you allow changes.",
    example: "tools/call query_metrics",
    guide: "/docs/mcp",
  },
]

/** The three channels, drawn as points on one line. */
function Channels() {
  return (
    <section className="mx-auto mt-16 w-full max-w-[1136px]">
      <h2 className="text-title">Three channels, one set of data</h2>
      <ol className="mt-8 grid gap-y-10 md:grid-cols-3">
        {channels.map(({ name, text, example, guide }) => (
          <li
            key={name}
            className="relative border-edge border-l-2 pl-6 md:border-t-2 md:border-l-0 md:pt-6 md:pr-10 md:pl-0"
          >
            <span
              aria-hidden
              className="absolute top-1 -left-[9px] size-4 rounded-full border-[3px] border-accent bg-ground md:-top-[9px] md:left-0"
            />
            <h3 className="text-head">{name}</h3>
            <p className="mt-1 max-w-[44ch] text-quiet">{text}</p>
            <p className="mt-3 wrap-anywhere">
              <code>{example}</code>
            </p>
            <Link href={guide} className="mt-3 inline-block text-accent underline underline-offset-2">
              {name} guide
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Corner({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <nav aria-label="Signalbox" className="flex items-center gap-5">
      <Link href="/docs" className="text-quiet hover:text-text">
        Documentation
      </Link>
      <Link href={isSignedIn ? afterSignIn : "/sign-in"} className="font-strong">
        {isSignedIn ? "Open Signalbox" : "Sign in"}
      </Link>
    </nav>
  )
}
