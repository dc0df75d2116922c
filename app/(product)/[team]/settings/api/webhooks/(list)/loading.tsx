/** Skeleton of the list of webhooks. */
import { ListSkeleton } from "@/components/frame/page-skeleton"

export default function Loading() {
  return <ListSkeleton isInner title="Webhooks" actions={2} columns={5} isCards />
}
