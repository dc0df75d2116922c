/** A row of short states with lamps, at the top of a page. */
import { Link } from "@/components/link"
import { Lamp, type LampState } from "@/components/ui/lamp"
import { stateGrid } from "@/components/ui/skeleton"

/** `href`: the page that the state is about. */
export type State = { lamp: LampState; title: string; detail: string; href?: string }

export const StateList = ({ label, states }: { label: string; states: State[] }) => (
  <ul aria-label={label} className={stateGrid}>
    {states.map(({ href, ...state }) => (
      <li key={state.title} className="bg-surface">
        {href ? (
          <Link href={href} className={`${cell} hover:bg-hover`}>
            <Content {...state} />
          </Link>
        ) : (
          <div className={cell}>
            <Content {...state} />
          </div>
        )}
      </li>
    ))}
  </ul>
)

const cell = "grid h-full grid-cols-[auto_1fr] content-start gap-x-2 px-3 py-3 sm:gap-x-2.5 sm:px-4"

const Content = ({ lamp, title, detail }: Omit<State, "href">) => (
  <>
    <span className="flex h-5 items-center">
      <Lamp state={lamp} />
    </span>
    <span className="font-strong">{title}</span>
    <span className="col-start-2 text-quiet text-table">{detail}</span>
  </>
)
