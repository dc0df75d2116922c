/** Skeleton of the request log. */
import { ListSkeleton } from "@/components/frame/page-skeleton"

export default function Loading() {
  return <ListSkeleton isInner title="Request log" filters={4} columns={6} isCards />
}
