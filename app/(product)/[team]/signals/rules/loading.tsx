/** Skeleton of the list of signal rules. */
import { ListSkeleton } from "@/components/frame/page-skeleton"

export default function Loading() {
  return <ListSkeleton title="Rules" hasCrumbs actions={2} columns={5} hasDetail isCards />
}
