/** The documentation of one API error, at the address in the `type` of problem documents. */
import { notFound } from "next/navigation"
import { BareFrame } from "@/components/frame/bare-frame"
import { Badge } from "@/components/ui/badge"
import { CodeBlock } from "@/components/ui/code-block"
import { errorAdvice } from "@/domain/kernel/error-advice"
import { type ErrorCode, errorCodes, Problem } from "@/domain/kernel/errors"
import { exampleId } from "@/domain/kernel/ids"
import { problemDocument } from "@/server/rest/problem-document"

type Params = { params: Promise<{ code: string }> }

export const generateMetadata = async (props: Params) => ({ title: errorCodes[await codeOf(props)].title })

export default async function ErrorPage(props: Params) {
  const code = await codeOf(props)
  const { status, title } = errorCodes[code]
  const { meaning, remedy } = errorAdvice[code]
  return (
    <BareFrame>
      <article className="mx-auto mt-[8dvh] w-full max-w-[64ch]">
        <p className="text-quiet text-small">API errors</p>
        <h1 className="mt-1 text-title">{title}</h1>
        <p className="mt-3 flex flex-wrap gap-2">
          <Badge state={status < 500 ? "caution" : "danger"}>{status}</Badge>
          <Badge>
            <code>{code}</code>
          </Badge>
        </p>
        <h2 className="mt-8 text-head">What it means</h2>
        <p className="mt-1">
          <Words text={meaning} />
        </p>
        <h2 className="mt-6 text-head">What to do</h2>
        <p className="mt-1">
          <Words text={remedy} />
        </p>
        <h2 className="mt-6 mb-2 text-head">Example</h2>
        <CodeBlock code={example(code)} label="Problem document" />
      </article>
    </BareFrame>
  )
}

async function codeOf({ params }: Params): Promise<ErrorCode> {
  const { code } = await params
  return Object.hasOwn(errorCodes, code) ? (code as ErrorCode) : notFound()
}

function example(code: ErrorCode) {
  const call = { requestId: exampleId("request"), instance: "/api/v1/clients", base: "https://signalbox.example" }
  return JSON.stringify(problemDocument(new Problem(code, `${errorCodes[code].title}.`), call), null, 2)
}

/** Renders words between backticks as code. */
const Words = ({ text }: { text: string }) =>
  text.split("`").map((part, i) => (i % 2 ? <code key={part}>{part}</code> : part))
