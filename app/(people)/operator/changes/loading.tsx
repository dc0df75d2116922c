/** Skeleton of the changes that operators made. */
import { ListSkeleton } from "@/components/frame/page-skeleton"

export default function Loading() {
  return <ListSkeleton hasNoHead columns={6} />
}
