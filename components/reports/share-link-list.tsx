/** The share links of a report: state, last view, and a button that revokes. */
"use client"

import { useQueryClient } from "@tanstack/react-query"
import { useApi } from "@/components/api/provider"
import type { Data } from "@/components/api/types"
import { useAction } from "@/components/api/use-action"
import { formatDate } from "@/components/format-date"
import { Time } from "@/components/time"
import { Badge } from "@/components/ui/badge"
import { Button } from "@/components/ui/button"
import { pluralize } from "@/domain/kernel/format-count"

type ShareLink = Data<"reports", "listShareLinks">[number]

const badgeStates = { active: "clear", expired: "idle", revoked: "idle" } as const

export function ShareLinkList({ links, total }: { links: ShareLink[]; total: number | null }) {
  return (
    <section aria-label="Share links">
      <h3 className="mb-2 font-strong">Links</h3>
      <ul className="max-h-80 overflow-y-auto border-line border-t">
        {links.map((link) => (
          <li key={link.id} className="flex items-center gap-4 border-line border-b py-2.5">
            <div className="min-w-0 flex-1">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Badge state={badgeStates[link.status]}>{link.status}</Badge>
                <span>
                  {link.last_viewed_at ? (
                    <>
                      {pluralize(link.view_count, "view")}, last opened <Time at={link.last_viewed_at} />
                    </>
                  ) : (
                    "Not opened yet"
                  )}
                </span>
              </p>
              <p id={`created-${link.id}`} className="mt-0.5 text-quiet text-small">
                Created <Time at={link.created_at} />
                {link.created_by && ` by ${link.created_by}`}
                {link.revoked_at ? (
                  <>
                    , revoked <Time at={link.revoked_at} />
                  </>
                ) : (
                  <>
                    , {link.status === "expired" ? "expired" : "works until"}{" "}
                    {formatDate(new Date(link.expires_at), "UTC")}
                  </>
                )}
              </p>
            </div>
            {link.status === "active" && <RevokeLink id={link.id} />}
          </li>
        ))}
      </ul>
      {total !== null && total > links.length && (
        <p className="mt-2 text-quiet text-small">
          {pluralize(total - links.length, "older link is", "older links are")} not shown.
        </p>
      )}
    </section>
  )
}

/** Revokes without a confirmation, because creating a new link takes one click. */
function RevokeLink({ id }: { id: string }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { run, isBusy } = useAction(api.reports.revokeShareLink.mutationOptions(), {
    done: "Link revoked",
    isFormless: true,
    onDone: () => queryClient.invalidateQueries({ queryKey: api.reports.listShareLinks.queryKey() }),
  })
  return (
    <Button
      id={`revoke-${id}`}
      // Names the link by its line "Created …", because all links have this button.
      aria-labelledby={`revoke-${id} created-${id}`}
      size="small"
      isBusy={isBusy}
      onClick={() => run({ share_link_id: id })}
    >
      Revoke link
    </Button>
  )
}
