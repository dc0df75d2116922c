/** Skeleton of the list of data sources. */
import { ListSkeleton } from "@/components/frame/page-skeleton"

export default function Loading() {
  return <ListSkeleton title="Data sources" actions={2} filters={3} columns={5} isCards />
}
