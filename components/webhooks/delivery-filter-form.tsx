/** Filter form of the delivery log. */
import type { Webhook } from "@/components/api/types"
import { FilterForm } from "@/components/lists/filter-form"
import { FilterSelect } from "@/components/lists/filter-select"
import { FilterText } from "@/components/lists/filter-text"
import { type ListPeriod, sinceHours } from "@/components/lists/list-period"
import { PeriodField } from "@/components/lists/period-field"
import { SortField } from "@/components/lists/sort-field"
import { type DeliveryQuery, deliveryOrders, stateNames, statusClassNames } from "./delivery-filters"

type Props = {
  path: string
  query: DeliveryQuery
  period: ListPeriod
  sort: keyof typeof deliveryOrders
  webhooks: Webhook[]
  eventTypes: string[]
  errorNames: string[]
}

export function DeliveryFilterForm({ path, query, period, sort, webhooks, eventTypes, errorNames }: Props) {
  const urls = Object.fromEntries(webhooks.map(({ id, url }) => [id, shortUrl(url)]))
  return (
    <FilterForm path={path} isClosedOnPhone>
      <div className="col-span-2 grid w-full grid-cols-[repeat(2,minmax(0,1fr))] items-end gap-3 sm:grid-cols-[repeat(4,minmax(0,1fr))] lg:grid-cols-[repeat(5,minmax(0,1fr))_minmax(0,1.5fr)_minmax(0,1fr)] [&_input]:w-full [&_select]:w-full [&_select]:min-w-0">
        <FilterSelect label="Webhook" name="webhook_id" all="any" choices={urls} value={query.webhook_id} isPartial />
        <FilterSelect label="State" name="state" all="any" choices={stateNames} value={query.state} />
        <FilterSelect
          label="Event"
          name="event_type"
          all="any"
          choices={labelsFromNames(eventTypes)}
          value={query.event_type}
        />
        <FilterSelect
          label="Response"
          name="status_class"
          all="any"
          choices={statusClassNames}
          value={query.status_class}
        />
        <FilterSelect
          label="Error"
          name="error_code"
          all="any"
          choices={labelsFromNames(errorNames)}
          value={query.error_code}
        />
        <FilterText label="Delivery or message ID" name="q" value={query.q} />
        <PeriodField name="since" presets={sinceHours} all="any time" period={period} />
        <SortField choices={deliveryOrders} value={sort} />
      </div>
    </FilterForm>
  )
}

const labelsFromNames = (names: string[]) => Object.fromEntries(names.map((name) => [name, name]))

/** Host and path, cut to 40 characters, because on a phone the widest entry determines the width of the list. */
function shortUrl(url: string) {
  const parsed = URL.parse(url)
  const text = parsed ? `${parsed.host}${parsed.pathname === "/" ? "" : parsed.pathname}` : url
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}
