/** Skeleton of the teams of the installation. */
import { ListSkeleton } from "@/components/frame/page-skeleton"

export default function Loading() {
  return <ListSkeleton hasNoHead filters={3} columns={6} hasDetail />
}
