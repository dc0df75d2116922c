/** Every other address below a team: the not-found page with the team's navigation. */
import { notFound } from "next/navigation"

export default function UnknownPage(): never {
  notFound()
}
