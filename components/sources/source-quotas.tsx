/** What is left of a platform's quotas, as the platform reported it with the latest sync. */
import { Section } from "@/components/frame/section"
import { humanize } from "@/components/letter-case"
import { Time } from "@/components/time"
import { Badge } from "@/components/ui/badge"
import { Fact } from "@/components/ui/fact"
import { count } from "@/domain/kernel/format-count"
import type { Sync } from "./source-labels"

/** `syncs`: newest first. Shows nothing for a platform that does not report its quotas. */
export function SourceQuotas({ syncs }: { syncs: Sync[] }) {
  const reported = syncs.find(({ quota }) => quota.length > 0)
  if (!reported) return null
  return (
    <Section
      title="Platform quota"
      lead="Reported by the platform with the latest sync. When a quota is low, syncs of this account wait until it is available again."
    >
      <dl className="mb-8 grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-4">
        {reported.quota.map(({ name, remaining, limit, is_low, resets_at }) => (
          <Fact key={name} name={humanize(name)}>
            {/* A limit of 100 means that the platform reports percent. */}
            <span className="figures">{limit === 100 ? `${count(Math.round(remaining))}%` : count(remaining)}</span>{" "}
            left
            {is_low && new Date(resets_at) > new Date() && (
              <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-quiet text-table">
                <Badge state="caution">low</Badge>
                <span>
                  available again <Time at={resets_at} />
                </span>
              </span>
            )}
          </Fact>
        ))}
      </dl>
    </Section>
  )
}
