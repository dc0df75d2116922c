import { renderToStaticMarkup } from "react-dom/server"
import { expect, it } from "vitest"
import { OverviewLead } from "./overview-lead"

const lead = ["Your visibility fell, while ", { name: "Veloria", href: "/answers?brand=1" }, " rose from 31% to 38%."]

it("shows one large sentence, and the evidence as a list of smaller ones", () => {
  const page = renderToStaticMarkup(<OverviewLead sentence={{ lead, evidence: [["You are second."], ["More."]] }} />)
  expect(page).toMatch(/<p class="[^"]*text-lead">Your visibility fell, while <a [^>]*href="\/answers\?brand=1"/)
  expect(page).toContain("<bdi>Veloria</bdi></a> rose from 31% to 38%.</p>")
  expect(page).toContain("<li>You are second.</li><li>More.</li>")
})

it("shows no list without evidence", () => {
  expect(renderToStaticMarkup(<OverviewLead sentence={{ lead, evidence: [] }} />)).not.toContain("<ul")
})
