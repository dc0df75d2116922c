/** Shows the not-found page, with the team's navigation, for all unknown addresses below a team. */
import { notFound } from "next/navigation"

export default function UnknownPage(): never {
  notFound()
}
