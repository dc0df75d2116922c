/** One request in the log: its parameters, its duration, and its error. */
import type { Metadata } from "next"
import { PageHead } from "@/components/frame/page-head"
import { Section } from "@/components/frame/section"
import { RequestFacts, RequestParameters } from "@/components/keys/request-facts"
import { pathWithQuery, shortPath } from "@/components/keys/request-filters"
import { StatusCode } from "@/components/keys/status-code"
import { Link } from "@/components/link"
import { Breakable } from "@/components/ui/breakable"
import { CodeBlock } from "@/components/ui/code-block"
import { curlCommand } from "@/server/curl-command"
import { orNull, requireTeamMember } from "@/server/visit"
import { findRequest } from "./find-request"

type Props = { params: Promise<{ team: string; request: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { team, request } = await params
  const { method, path } = await findRequest(team, request)
  return { title: `${method} ${path}` }
}

export default async function RequestPage({ params }: Props) {
  const { team: slug, request: request_id } = await params
  const { api, team } = await requireTeamMember(slug)
  const request = await findRequest(slug, request_id)
  const { parameters, problem, code, status } = request
  const title = shortPath(request.path)
  const fullPath = pathWithQuery(request)
  const apiPath = `/${team.slug}/settings/api`
  const key = await orNull(api.keys.get({ key_id: request.key_id }))
  return (
    <>
      <PageHead
        isInner
        crumbs={[{ name: "Request log", href: `${apiPath}/logs` }]}
        title={
          <code>
            {request.method} <Breakable text={title} />
          </code>
        }
        mark={<StatusCode status={status} />}
      >
        {fullPath !== title && (
          <code>
            <Breakable text={fullPath} />
          </code>
        )}
      </PageHead>
      <RequestFacts
        request={request}
        usedKey={key && { name: key.data.name, href: `${apiPath}/keys/${key.data.id}` }}
      />
      {problem && (
        <Section
          title="Error"
          lead={
            code && (
              <>
                The response body.{" "}
                <Link href={`/docs/errors/${code}`} className="underline underline-offset-2">
                  What {code} means
                </Link>
              </>
            )
          }
        >
          <CodeBlock code={JSON.stringify(problem, null, 2)} label="Response body" />
        </Section>
      )}
      {parameters.length > 0 && (
        <Section title="Parameters">
          <RequestParameters parameters={parameters} />
        </Section>
      )}
      <Section
        title="Same request as a command"
        lead={
          problem ? undefined : "Only the response bodies of errors are stored. Send the request again to see this one."
        }
      >
        <CodeBlock code={curlCommand(fullPath.replace(/^\/api\/v1/, ""))} label="Command" />
      </Section>
    </>
  )
}
