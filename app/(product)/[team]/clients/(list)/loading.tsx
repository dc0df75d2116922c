/** Skeleton of the list of clients. */
import { ListSkeleton } from "@/components/frame/page-skeleton"

export default function Loading() {
  return <ListSkeleton title="Clients" actions={1} filters={2} columns={6} isCards />
}
