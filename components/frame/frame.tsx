/** Frame of a team's pages: the navigation on the left (a sheet on phones), and beside it the top bar and the page. */
import type { ReactNode } from "react"
import { EndDelay } from "@/components/ui/after-delay"
import type { FrameProps } from "./frame-props"
import { PhoneBar } from "./phone-bar"
import { Rail } from "./rail"
import { TopBar } from "./top-bar"

export function Frame({ children, ...props }: FrameProps & { children: ReactNode }) {
  const rail = <Rail {...props} />
  return (
    <div className="lg:grid lg:grid-cols-[232px_1fr] print:block">
      <EndDelay />
      <a
        href="#content"
        className="sr-only z-50 rounded-box bg-surface px-3 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <aside className="sticky top-0 hidden h-dvh border-line border-r lg:block print:hidden">{rail}</aside>
      <PhoneBar team={props.team} role={props.role} rail={rail} />
      <div className="relative min-w-0">
        <TopBar slug={props.team.slug} role={props.role} />
        <main id="content" className="mx-auto w-full max-w-[1200px] px-4 pt-5 pb-16 sm:px-8 lg:pt-6 print:p-0">
          {children}
        </main>
      </div>
    </div>
  )
}
