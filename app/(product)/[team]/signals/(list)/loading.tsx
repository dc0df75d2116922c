/** Skeleton of the inbox of signals. */
import { ListSkeleton } from "@/components/frame/page-skeleton"

export default function Loading() {
  return <ListSkeleton title="Signals" actions={1} filters={5} columns={5} hasDetail isCards />
}
