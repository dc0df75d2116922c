/** Skeleton of the list of a project's answers. */
import { ListSkeleton } from "@/components/frame/page-skeleton"

export default function Loading() {
  return <ListSkeleton hasNoHead filters={5} columns={4} hasDetail />
}
