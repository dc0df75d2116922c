/** Links to the sections of a project's settings: beside the content on wide windows, above it on others. */
"use client"

import { usePathname } from "next/navigation"
import { Link } from "@/components/link"

/** `base` is the path of the settings. */
export function SettingsNav({ base, isViewer }: { base: string; isViewer: boolean }) {
  const path = usePathname()
  return (
    <nav aria-label="Project settings" className="lg:sticky lg:top-6 lg:self-start">
      <ul className="flex flex-wrap gap-1 lg:grid">
        {sectionsFor(isViewer).map(({ name, href }) => (
          <li key={href}>
            <Link
              href={`${base}/${href}`}
              aria-current={path === `${base}/${href}` ? "page" : undefined}
              className="block rounded-box px-2.5 py-1.5 text-quiet text-table hover:bg-hover hover:text-text aria-[current=page]:bg-accent-wash aria-[current=page]:font-strong aria-[current=page]:text-text"
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const sections = [
  { name: "Brands", href: "brands" },
  { name: "Prompts", href: "prompts" },
  { name: "Engines and schedule", href: "engines" },
  { name: "Name and status", href: "project", isHiddenFromViewers: true },
]

/** Viewers cannot open the forms for the name and the status. */
const sectionsFor = (isViewer: boolean) =>
  sections.filter(({ isHiddenFromViewers }) => !(isViewer && isHiddenFromViewers))
