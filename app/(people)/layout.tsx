/** Layout of the pages outside any team, such as the account. */
import type { ReactNode } from "react"
import { ApiProvider } from "@/components/api/provider"
import { BareFrame } from "@/components/frame/bare-frame"
import { PersonMenu } from "@/components/frame/person-menu"
import { isOperator } from "@/domain/kernel/operator"
import { defaultPathAfterSignIn } from "@/server/local-path"
import { loadVisitor } from "@/server/visit"

export default async function PeopleLayout({ children }: { children: ReactNode }) {
  const { person } = await loadVisitor()
  const corner = person && <Corner person={person} isOperator={await isOperator(person.id)} />
  return (
    <ApiProvider>
      <BareFrame corner={corner} {...(person && { homePath: defaultPathAfterSignIn })}>
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
