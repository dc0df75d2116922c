/** Link to the next step of the project's settings. */
import { Link } from "@/components/link"
import { Button } from "@/components/ui/button"

export function NextStep({ href, name }: { href: string; name: string }) {
  return (
    <p className="mb-8">
      <Button asChild>
        <Link href={href}>Next: {name}</Link>
      </Button>
    </p>
  )
}
