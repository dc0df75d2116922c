/** Skeleton of the list of a project's prompts. */
import { ListSkeleton } from "@/components/frame/page-skeleton"

export default function Loading() {
  return <ListSkeleton hasNoHead filters={4} columns={6} hasDetail />
}
