/** Link to the next step while a project is set up, before its first scan. */
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
