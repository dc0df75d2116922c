/** Link to the guide that explains how a mention is counted, beside the numbers that depend on it. */
import { Link } from "@/components/link"
import { guides } from "@/components/lists/as-api-call"

export const CountingGuide = () => (
  <Link href={guides.mentions.path} className="underline underline-offset-2 hover:text-text">
    {guides.mentions.title}
  </Link>
)
