/** Details of a data source: the account, the days of its data, and its schedule. */
import { periodLabel } from "@/components/lists/ranges"
import { Time } from "@/components/time"
import { Breakable } from "@/components/ui/breakable"
import { Fact } from "@/components/ui/fact"
import { providerLabels } from "@/domain/metrics/provider"
import { frequencyNames, type Source } from "./source-labels"

export function SourceFacts({ source }: { source: Source }) {
  const { account_id, account_timezone, account_currency, data_from, data_through, final_through } = source
  return (
    <dl className="mb-10 grid grid-cols-2 gap-x-6 gap-y-4 md:flex md:flex-wrap md:gap-x-12">
      <Fact name="Data">
        <span className="font-strong">
          {data_from && data_through ? periodLabel({ from: data_from, to: data_through }) : "none yet"}
        </span>
      </Fact>
      <Fact name="Platform">{providerLabels[source.provider]}</Fact>
      <Fact name="Account">
        <code className="text-small">
          <Breakable text={account_id} />
        </code>
      </Fact>
      <Fact name="Time zone and currency">
        {account_timezone}
        {account_currency && ` · ${account_currency}`}
      </Fact>
      {final_through && final_through !== data_through && (
        <Fact name="Final through">{periodLabel({ from: final_through, to: final_through })}</Fact>
      )}
      <Fact name={source.is_connected ? "Last success" : "Last import"}>
        {source.last_success_at ? <Time at={source.last_success_at} /> : "–"}
      </Fact>
      {source.is_connected && (
        <>
          <Fact name="Syncs">
            {frequencyNames[source.sync_frequency]}, {source.lookback_days} days back
          </Fact>
          <Fact name="Next sync">{source.next_sync_at ? <Time at={source.next_sync_at} /> : "–"}</Fact>
        </>
      )}
    </dl>
  )
}
