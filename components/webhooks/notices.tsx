/** Notices about the team's webhooks, shown until an owner or admin dismisses them. */
"use client"

import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { Link } from "@/components/link"
import { TextWithTimes } from "@/components/text-with-times"
import { Time } from "@/components/time"
import { Button } from "@/components/ui/button"
import { hostOf } from "./webhook-url"

type Notice = Data<"webhooks", "listNotices">[number]
/** `base` is the path of the webhooks, for links to them. Undefined on a webhook's own page. */
type Props = { notices: Notice[]; base?: string; isAdmin: boolean }

export function Notices({ notices, base, isAdmin }: Props) {
  if (notices.length === 0) return null
  return (
    <ul aria-label="Notices" className="mb-5 grid gap-2">
      {notices.map((notice) => (
        <li
          key={notice.id}
          className={`flex flex-wrap items-start justify-between gap-x-4 gap-y-2 rounded-box border px-3.5 py-2.5 ${notice.ended_at ? resolvedClass : classByKind[notice.kind]}`}
        >
          <div className="min-w-0 flex-1 basis-72">
            <p id={`text-${notice.id}`} className="break-words">
              {base && (
                <>
                  <Link href={`${base}/${notice.webhook.id}`} className="font-strong underline underline-offset-2">
                    {hostOf(notice.webhook.url)}
                  </Link>
                  :{" "}
                </>
              )}
              <TextWithTimes text={notice.detail} />
            </p>
            <p className="text-quiet text-small">
              <Time at={notice.created_at} />
              {notice.ended_at && (
                <>
                  , resolved <Time at={notice.ended_at} />
                </>
              )}
            </p>
          </div>
          {isAdmin && <Dismiss id={notice.id} />}
        </li>
      ))}
    </ul>
  )
}

const resolvedClass = "border-line bg-surface"
const cautionClass = "border-caution bg-caution-wash"
const dangerClass = "border-danger bg-danger-wash"
const classByKind: Record<Notice["kind"], string> = {
  failing_24h: cautionClass,
  failing_72h: cautionClass,
  low_success: cautionClass,
  delayed: cautionClass,
  address_blocked: cautionClass,
  disabled: dangerClass,
  gone: dangerClass,
  recovered: resolvedClass,
}

function Dismiss({ id }: { id: string }) {
  const api = useApi()
  const { run, isBusy } = useAction(api.webhooks.dismissNotice.mutationOptions(), { isFormless: true })
  return (
    <Button
      id={`dismiss-${id}`}
      // Names the notice by its text, because all notices have this button.
      aria-labelledby={`dismiss-${id} text-${id}`}
      size="small"
      isBusy={isBusy}
      onClick={() => run({ notice_id: id })}
    >
      Dismiss
    </Button>
  )
}
