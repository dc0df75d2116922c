/** Prints which event was published, which endpoints it is sent to, and where to see it. */
import type { TeamFacts } from "@/domain/kernel/context"
import { inTeam, rows, sql } from "@/prisma/client"

type Published = { type: string; seq: number; sent: number; held: number }

export async function printPublished(team: TeamFacts, id: string, title: string) {
  const [published] = await inTeam(team.id, () =>
    rows<Published>(sql`
      select m.type, m.seq, count(d.id) filter (where d.state <> 'held') as sent, count(d.id) filter (where d.state = 'held') as held
      from webhook_message m left join webhook_delivery d on d.message_id = m.id and d.team_id = m.team_id
      where m.team_id = ${team.id} and m.id = ${id} group by m.type, m.seq`),
  )
  if (!published) throw new Error("the published message does not exist")
  const { type, seq } = published
  const mark = team.is_sample ? "" : ', marked as a test ("test": true)'
  console.log(`Published ${type} for the team ${team.name}${mark}. ${title}.\n`)
  for (const [name = "", text = ""] of [
    ["Event", `${id}, sequence number ${seq}`],
    ["Delivery", describeDelivery(published)],
    ["In the app", "Settings -> API -> Webhooks, in the delivery log of an endpoint"],
    ["In the API", `GET /api/v1/events/${id}`],
  ])
    console.log(`  ${name.padEnd(11)}${text}`)
}

function describeDelivery({ sent, held }: Published) {
  const endpoints = (count: number) => (count === 1 ? "1 webhook endpoint" : `${count} webhook endpoints`)
  const parts = [
    ...(sent > 0 ? [`to ${endpoints(sent)} now, or as soon as the server runs`] : []),
    ...(held > 0 ? [`held for ${endpoints(held)}: paused or disabled, or the plan has no webhooks`] : []),
  ]
  return (
    parts.join("; ") ||
    "to no webhook endpoint: none subscribes to this event type. Add one under Settings -> API -> Webhooks"
  )
}
