/** Marks the items of Home that appeared after the previous visit of the signed-in member. */
import { count } from "@/domain/kernel/format-count"
import type { HomeItem } from "./attention"

export type Marked<Item> = Item & { isNew?: boolean }

/** `visitedAt`: the time of the previous visit. On the first visit it is null, and no item is marked. */
export const markNew = <Item extends HomeItem>(items: Item[], visitedAt: string | null): Marked<Item>[] =>
  items.map((item) => ({
    ...item,
    isNew: visitedAt !== null && Date.parse(item.listedAt ?? item.at) > Date.parse(visitedAt),
  }))

/** "2 items below are new." Empty without new items: the lists are limited, so others may be new. */
export function newItemsText(items: Marked<HomeItem>[]): string {
  const newCount = items.filter(({ isNew }) => isNew).length
  if (newCount === 0) return ""
  return newCount === 1 ? "1 item below is new." : `${count(newCount)} items below are new.`
}
