/** Skeleton of the list of a project's answers. */
import { ListSkeleton } from "@/components/frame/page-skeleton"

export default function Loading() {
  return <ListSkeleton hasNoHead filters={6} columns={6} hasDetail />
}
