/** Layout of a person's pages outside any team. */
import type { ReactNode } from "react"
import { ApiProvider } from "@/components/api/provider"
import { BareFrame } from "@/components/frame/bare-frame"
import { PersonMenu } from "@/components/frame/person-menu"
import { isOperator } from "@/domain/kernel/operator"
import { afterSignIn } from "@/server/local-path"
import { visit } from "@/server/visit"

export default async function PeopleLayout({ children }: { children: ReactNode }) {
  const { person } = await visit()
  const corner = person && <Corner person={person} isOperator={await isOperator(person.id)} />
  return (
    <ApiProvider>
      <BareFrame corner={corner} {...(person && { homePath: afterSignIn })}>
        {children}
      </BareFrame>
    </ApiProvider>
  )
}

const Corner = (props: Parameters<typeof PersonMenu>[0]) => (
  <div className="min-w-0 max-w-60">
    <PersonMenu {...props} />
  </div>
)
