/** Lists what improved in the last seven days, newest first. Shows nothing without improvements. */
import type { HomeItem } from "./attention"
import { ItemList } from "./item-list"
import type { Marked } from "./since-visit"

export const ImprovementList = ({ items }: { items: Marked<HomeItem>[] }) =>
  items.length > 0 && (
    <section className="mb-10" aria-labelledby="improvements">
      <h2 id="improvements" className="mb-2 text-head">
        Improvements <span className="font-normal text-quiet text-table">in the last 7 days</span>
      </h2>
      <ItemList items={items} />
    </section>
  )
