/** Skeleton of the list of reports. */
import { ListSkeleton } from "@/components/frame/page-skeleton"

export default function Loading() {
  return <ListSkeleton title="Reports" actions={1} filters={3} columns={5} isCards />
}
