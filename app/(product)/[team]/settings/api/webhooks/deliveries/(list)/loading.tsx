/** Skeleton of the delivery log. */
import { ListSkeleton } from "@/components/frame/page-skeleton"

export default function Loading() {
  return <ListSkeleton title="Delivery log" isInner hasCrumbs filters={7} columns={6} isCards />
}
