/**
 * Determines which prompts name your brand. Answers echo such a name, so metrics leave these prompts out by default.
 */
import { brandNamesSelect } from "@/domain/answers/extraction/brand-columns"
import type { BrandNames } from "@/domain/answers/extraction/mentions"
import { areNamed } from "@/domain/answers/extraction-thread/extract"
import { type Prisma, sql } from "@/prisma/client"

/** Returns for each text whether it names your brand. */
export async function areBranded(tx: Prisma.TransactionClient, teamId: string, projectId: string, texts: string[]) {
  const own: BrandNames[] = await tx.aiBrand.findMany({
    where: { team_id: teamId, project_id: projectId, kind: "own" },
    select: brandNamesSelect,
  })
  return areNamed(own, texts)
}

/** Marks the prompts that name your brand, and unmarks the others. Call it when your brand has changed. */
export async function markBranded(
  tx: Prisma.TransactionClient,
  { teamId, projectId }: { teamId: string; projectId: string },
) {
  const prompts = await tx.aiPrompt.findMany({
    where: { team_id: teamId, project_id: projectId },
    select: { id: true, text: true, is_branded: true },
  })
  const texts = prompts.map(({ text }) => text)
  const branded = await areBranded(tx, teamId, projectId, texts)
  const changed = prompts.filter(({ is_branded }, i) => branded[i] !== is_branded).map(({ id }) => id)
  await tx.$executeRaw(
    sql`update ai_prompt set is_branded = not is_branded where team_id = ${teamId} and id = any(${changed})`,
  )
}
