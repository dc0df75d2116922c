/** The start page: what Signalbox is, how to start it, pictures, and its three channels with examples. */
import { BareFrame } from "@/components/frame/bare-frame"
import { Link } from "@/components/link"
import { Button } from "@/components/ui/button"
import { CodeBlock } from "@/components/ui/code-block"
import { ScrollArea } from "@/components/ui/scroll-area"
import { signUpPolicy } from "@/domain/kernel/policies"
import { exampleBody, exampleEventId } from "@/server/choices"
import { curlCommand } from "@/server/curl-command"
import { openApiUrl } from "@/server/docs/reference"
import { exampleResponse, exampleToolCall } from "@/server/example-calls"
import { defaultPathAfterSignIn } from "@/server/local-path"
import { loadVisitor } from "@/server/visit"
import { LineDiagram } from "./line-diagram"
import { LiveRequest } from "./live-request"
import { ProductPictures } from "./product-pictures"

export default async function StartPage() {
  const { person } = await loadVisitor()
  return (
    <BareFrame corner={<Corner isSignedIn={person !== null} />}>
      <div className="mx-auto mt-8 grid w-full max-w-[1136px] grid-cols-[minmax(0,1fr)] items-center gap-x-16 gap-y-10 lg:mt-[8dvh] lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <section>
          <h1 className="max-w-[20ch] text-figure sm:text-[40px] sm:leading-[46px]">
            Your agency's marketing data, behind one API
          </h1>
          <p className="mt-4 max-w-[48ch] text-lead text-quiet">
            Signalbox stores clients, reports, metrics and AI visibility on your own server. Your code and your AI
            assistants can read them.
          </p>
          <div className="mt-8 max-w-[400px]">
            <CodeBlock code="npm start" label="Command" />
            <p className="mt-2 text-quiet text-table">
              In a copy of the source code, with Node 20.19 or later. Starts Signalbox with a sample team. License:
              Apache-2.0.
            </p>
          </div>
          <Actions isSignedIn={person !== null} />
        </section>
        <LineDiagram />
      </div>
      <ProductPictures />
      <Channels />
      <Examples />
      <LiveRequest path={new URL(openApiUrl()).pathname} command={`curl -s ${openApiUrl()} | jq .info`} />
      <Footer />
    </BareFrame>
  )
}

function Actions({ isSignedIn }: { isSignedIn: boolean }) {
  const isOpen = !isSignedIn && signUpPolicy() === "open"
  return (
    <div className="mt-6 flex flex-wrap gap-3">
      {isSignedIn && (
        <Button asChild kind="primary">
          <Link href={defaultPathAfterSignIn}>Open Signalbox</Link>
        </Button>
      )}
      {isOpen && (
        <Button asChild kind="primary">
          <Link href="/sign-up">Create account</Link>
        </Button>
      )}
      {!isSignedIn && (
        <Button asChild {...(!isOpen && { kind: "primary" })}>
          <Link href="/sign-in">Sign in</Link>
        </Button>
      )}
      <Button asChild>
        <Link href="/docs">Read the quickstart</Link>
      </Button>
    </div>
  )
}

const channels = [
  {
    name: "REST API",
    text: "Read everything with keys that the team creates and revokes. Every response says whether rows were left out.",
    guide: "/docs/quickstart",
  },
  {
    name: "Webhooks",
    text: "Learn about a signal or a finished scan when it happens. Requests are signed, and failed ones are retried for three days.",
    guide: "/docs/events",
  },
  {
    name: "MCP connector",
    text: "Let an assistant answer from the team's data. It can only read, unless you allow changes.",
    guide: "/docs/mcp",
  },
]

/** The three channels, drawn as points on one line. */
function Channels() {
  return (
    <section className="mx-auto mt-16 w-full max-w-[1136px]">
      <h2 className="text-title">Three channels, one set of data</h2>
      <ol className="mt-8 grid gap-y-10 md:grid-cols-3">
        {channels.map(({ name, text, guide }) => (
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
            <Link href={guide} className="mt-3 inline-block text-accent underline underline-offset-2">
              {name} guide
            </Link>
          </li>
        ))}
      </ol>
    </section>
  )
}

const curl = () => curlCommand("/clients?limit=1")

/** One panel for each channel. Its text is what is sent and received. */
const examples = () => [
  {
    name: "A request and its response",
    text: `${curl()}\n\n${prettyJson(exampleResponse({ total: 41, limit: 1 }))}`,
  },
  {
    name: "An event at your receiver",
    text: `POST /signalbox\nwebhook-id: ${exampleEventId}\nwebhook-signature: v1,…\n\n${exampleBody}`,
  },
  {
    name: "What an assistant asks for you",
    text: `“Which campaigns had the best return last month?”\n\nPOST /mcp\n\n${prettyJson(exampleToolCall)}`,
  },
]

function Examples() {
  return (
    <section aria-label="Examples" className="mx-auto mt-12 w-full max-w-[1136px]">
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-6 md:grid-cols-3">
        {examples().map(({ name, text }) => (
          <li key={name}>
            <h3 className="text-body">{name}</h3>
            <div className="relative mt-2">
              <ScrollArea label={name} className="h-80 rounded-box border border-line bg-surface">
                <pre className="wrap-anywhere whitespace-pre-wrap p-3 pb-12 text-small">
                  <code>{text}</code>
                </pre>
              </ScrollArea>
              {/* Shows that the text continues below. */}
              <div
                aria-hidden
                className="pointer-events-none absolute inset-x-px bottom-px h-12 rounded-b-box bg-linear-to-t from-surface to-transparent"
              />
            </div>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-quiet">
        All endpoints, parameters and errors are in the{" "}
        <Link href="/docs/reference/clients" className="text-accent underline underline-offset-2">
          reference
        </Link>
        .
      </p>
    </section>
  )
}

const prettyJson = (value: unknown) => JSON.stringify(value, null, 2)

const footerLinks = [
  ["Quickstart", "/docs/quickstart"],
  ["API reference", "/docs/reference/clients"],
  ["Self-hosting", "/docs/self-hosting"],
  ["Changelog", "/docs/changelog"],
] as const

const Footer = () => (
  <footer className="mx-auto mt-20 flex w-full max-w-[1136px] flex-wrap gap-x-6 gap-y-2 border-line border-t pt-6 text-quiet text-table">
    {footerLinks.map(([name, href]) => (
      <Link key={href} href={href} className="inline-flex min-h-6 items-center hover:text-text">
        {name}
      </Link>
    ))}
  </footer>
)

function Corner({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <nav aria-label="Signalbox" className="flex items-center gap-5">
      <Link href="/docs" className="text-quiet hover:text-text">
        Documentation
      </Link>
      <Link href={isSignedIn ? defaultPathAfterSignIn : "/sign-in"} className="font-strong">
        {isSignedIn ? "Open Signalbox" : "Sign in"}
      </Link>
    </nav>
  )
}
