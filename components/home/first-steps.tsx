/**
 * The checklist of a new team: client, data, key, webhook and assistant. Steps that are done have a check mark. It
 * reloads the page's data while steps are open that code or an assistant can finish, and disappears when all are done.
 */
import type { ReactNode } from "react"
import type { Data } from "@/components/api/types"
import { Link } from "@/components/link"
import { AutoRefresh } from "@/components/ui/auto-refresh"
import { Button } from "@/components/ui/button"
import { cn } from "@/components/ui/class-names"
import { CodeBlock } from "@/components/ui/code-block"
import { Lamp } from "@/components/ui/lamp"

type Props = {
  done: Data<"home", "getFirstSteps">
  teamPath: string
  /** The first API call, as a curl command. */
  curl: string
  /** Whether the visitor is at least a member, and whether an admin or owner. */
  canWrite: boolean
  canAdminister: boolean
  hasDeveloperAccess: boolean
  /** The first open step is the main action of the page. */
  isMain: boolean
}

type StepName = keyof Props["done"]

const order: StepName[] = ["has_client", "has_data", "has_key", "has_webhook", "has_connection"]
/**
 * How often the page looks for steps that were done elsewhere, such as by the team's code or an assistant. A team with
 * data may leave the other steps open for good, so its page reloads less often.
 */
const refreshSeconds = { withoutData: 10, withData: 60 }

export function FirstSteps({ done, teamPath, curl, canWrite, canAdminister, hasDeveloperAccess, isMain }: Props) {
  const next = order.find((step) => !done[step])
  if (!next) return null
  const doneCount = order.filter((step) => done[step]).length
  const stateOf = (step: StepName) => ({ isDone: done[step], isPrimary: isMain && step === next })
  const api = `${teamPath}/settings/api`
  // The last three steps need a plan with developer access. Without it, they link to the plans. With it, only owners
  // and admins have the links of the first two. Every member can connect an assistant.
  function developerAction(name: string, href: string, isAllowed = canAdminister): Action | false {
    if (!hasDeveloperAccess) return { name: "View plans", href: `${teamPath}/settings/plan` }
    return isAllowed && { name, href }
  }
  const connectSource = { name: "Connect source", href: `${teamPath}/sources/new` }
  const uploadFile = { name: "Upload file", href: `${teamPath}/sources/upload` }
  const planRequirement = hasDeveloperAccess ? "" : " This needs a plan above Free."
  const requirement = hasDeveloperAccess && !canAdminister ? " Owners and admins can do this." : planRequirement
  return (
    <section className="mb-10" aria-labelledby="first-steps">
      {hasDeveloperAccess && (
        <AutoRefresh everySeconds={done.has_data ? refreshSeconds.withData : refreshSeconds.withoutData} />
      )}
      <div className="mb-3 flex items-baseline justify-between gap-x-4">
        <h2 id="first-steps" className="text-head">
          First steps
        </h2>
        {doneCount > 0 && (
          <p className="text-quiet text-table">
            {doneCount} of {order.length} done
          </p>
        )}
      </div>
      <ol className="divide-y divide-line rounded-box border border-line bg-surface">
        <Step
          {...stateOf("has_client")}
          title="Add a client"
          action={canWrite && { name: "New client", href: `${teamPath}/clients?new` }}
        >
          Reports, metrics and AI visibility projects belong to a client.{!canWrite && " Members can add one."}
        </Step>
        <Step
          {...stateOf("has_data")}
          title="Bring in data"
          action={canWrite && (canAdminister ? connectSource : uploadFile)}
        >
          Connect an account of a platform, such as Google Analytics or Meta Ads, or{" "}
          {canWrite ? (
            <Link href={uploadFile.href} className="text-accent underline underline-offset-2">
              upload an export
            </Link>
          ) : (
            "upload an export"
          )}
          .{!canAdminister && ` ${canWrite ? "Owners and admins can connect accounts." : "Members can upload one."}`}
        </Step>
        <Step {...stateOf("has_key")} title="Create an API key" action={developerAction("Create key", `${api}?new`)}>
          Your code can then read the team's data.{requirement}
          {hasDeveloperAccess && (
            <div className="mt-2">
              <CodeBlock code={curl} label="First request" />
            </div>
          )}
        </Step>
        <Step
          {...stateOf("has_webhook")}
          title="Add a webhook"
          action={developerAction("Add webhook", `${api}/webhooks?new`)}
        >
          Your server receives signals and finished scans within seconds.{requirement}
        </Step>
        <Step
          {...stateOf("has_connection")}
          title="Connect an assistant"
          action={developerAction("Show the URL", `${api}/mcp`, true)}
        >
          Claude, ChatGPT, Cursor and other MCP clients can answer questions about your data.{planRequirement}
        </Step>
      </ol>
    </section>
  )
}

type Action = { name: string; href: string }
type StepProps = {
  isDone: boolean
  isPrimary: boolean
  title: string
  /** The button of the step. False if the visitor may not do it. */
  action: Action | false
  children: ReactNode
}

function Step({ isDone, isPrimary, title, action, children }: StepProps) {
  if (isDone) return <DoneStep title={title} />
  return (
    <li className="group relative flex flex-wrap gap-x-4 gap-y-2 py-3.5 pr-4 pl-10">
      <span className="absolute top-3.5 left-4 flex h-5 items-center">
        <Lamp state="idle" />
      </span>
      <JoiningLine className="top-0 h-3.5 group-first:hidden" />
      <JoiningLine className="top-[34px] bottom-0 group-last:hidden" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-strong">{title}</p>
        <div className="mt-0.5 text-quiet text-table">{children}</div>
      </div>
      {action && (
        <Button asChild size="small" kind={isPrimary ? "primary" : "plain"}>
          <Link href={action.href}>{action.name}</Link>
        </Button>
      )}
    </li>
  )
}

const DoneStep = ({ title }: { title: string }) => (
  <li className="group relative py-2 pr-4 pl-10 text-quiet">
    <span aria-hidden className="absolute top-2 left-4 flex w-2.5 justify-center">
      ✓
    </span>
    <JoiningLine className="top-0 h-2 group-first:hidden" />
    <JoiningLine className="top-7 bottom-0 group-last:hidden" />
    <span className="sr-only">Done: </span>
    {title}
  </li>
)

/** A part of the line that joins the steps, as on the diagram of a signal box. `className` sets its start and end. */
const JoiningLine = ({ className }: { className: string }) => (
  <span aria-hidden className={cn("absolute left-[20.5px] w-px bg-line", className)} />
)
