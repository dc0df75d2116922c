/** The not-found page of the documentation, beside its navigation. */
import { NarrowPage } from "@/components/frame/narrow-page"
import { Link } from "@/components/link"
import { Semaphore } from "@/components/semaphore"
import { Button } from "@/components/ui/button"

export const metadata = { title: "Not found" }

export default function DocsPageNotFound() {
  return (
    <NarrowPage
      title="Page not found"
      above={<Semaphore className="mb-4 size-8 text-edge" />}
      lead="The documentation has no page at this address. Choose a page from the list, or search for it."
    >
      <Button asChild>
        <Link href="/docs">Go to the quickstart</Link>
      </Button>
    </NarrowPage>
  )
}
