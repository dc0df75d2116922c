/** Checklist of first steps on Home. Disappears when all steps are done. */

import type { ReactNode } from "react"
import { Link } from "@/components/link"
import { Button } from "@/components/ui/button"
import { CodeBlock } from "@/components/ui/code-block"

type Done = { data: boolean; plan: boolean; key: boolean; member: boolean }

const importCommand = 'npm run import -- metrics google-ads.csv \\\n  --client "Bergamo Bikes" --provider google_ads'

export function GetStartedList({ base, done, isAdmin }: { base: string; done: Done; isAdmin: boolean }) {
  if (Object.values(done).every(Boolean)) return null
  return (
    <section className="mt-10 max-w-3xl" aria-labelledby="get-started">
      <h2 id="get-started" className="mb-3 text-head">
        Get started
      </h2>
      <ol className="divide-y divide-line rounded-box border border-line bg-surface">
        <Step isDone={done.data} title="Import data">
          Import an export of Google Ads, Meta Ads, Microsoft Ads, or any table with dates. Run this command on the
          machine that runs Signalbox:
          <div className="mt-2">
            <CodeBlock code={importCommand} label="Import command" />
          </div>
        </Step>
        <Step isDone={done.plan} title="Choose a plan" href={`${base}/settings/plan`} action="See the plans">
          The API needs a plan above Free. Every plan is free of charge.
        </Step>
        <Step
          isDone={done.key}
          title="Create an API key"
          href={`${base}/settings/api`}
          action={isAdmin ? "Create API key" : undefined}
        >
          With a key, your code can read everything you see here.
        </Step>
        <Step
          isDone={done.member}
          title="Invite members"
          href={`${base}/settings/members`}
          action={isAdmin ? "Invite members" : undefined}
        >
          Send a link to each person, with the role you choose.
        </Step>
      </ol>
    </section>
  )
}

type StepProps = { isDone: boolean; title: string; href?: string; action?: string; children: ReactNode }

function Step({ isDone, title, href, action, children }: StepProps) {
  return (
    <li className="flex gap-3 px-4 py-3.5">
      <span
        aria-hidden
        className={`mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border text-[10px] leading-none ${isDone ? "border-clear bg-clear text-on-danger" : "border-edge"}`}
      >
        {isDone ? "✓" : ""}
      </span>
      <div className="min-w-0 flex-1">
        <p className={isDone ? "text-quiet" : "font-strong"}>
          {title}
          {isDone && <span className="sr-only"> (done)</span>}
        </p>
        {!isDone && <div className="mt-0.5 text-quiet">{children}</div>}
      </div>
      {!isDone && href && action && (
        <Button asChild size="small">
          <Link href={href}>{action}</Link>
        </Button>
      )}
    </li>
  )
}
