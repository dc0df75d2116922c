/** Skeleton of the list of AI-visibility projects. */
import { ListSkeleton } from "@/components/frame/page-skeleton"

export default function Loading() {
  return <ListSkeleton title="AI visibility" actions={1} columns={7} isCards />
}
