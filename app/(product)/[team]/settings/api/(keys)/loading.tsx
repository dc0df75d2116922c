/** Skeleton of the list of API keys. */
import { ListSkeleton } from "@/components/frame/page-skeleton"

export default function Loading() {
  return <ListSkeleton isInner title="API keys" actions={1} columns={6} isCards />
}
