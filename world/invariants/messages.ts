import type { Organization } from '../life/organization.ts'

/**
 * What the server confirmed exists once, under the id that it confirmed. What it refused does not exist. What was never answered exists
 * at most once.
 */
export function checkMessages(organization: Organization): void {
  const found = new Map<string, number[]>()
  for (const database of organization.world.databases.values())
    for (const { id, content } of database.rows('SELECT id, content FROM messages WHERE is_deleted IS NULL')) {
      const word = /secret\d+x/.exec(String(content))?.[0]
      if (word !== undefined) found.set(word, [...(found.get(word) ?? []), Number(id)])
    }
  for (const entry of organization.ledger.written.values()) {
    const ids = found.get(entry.word) ?? []
    const note = (what: string) =>
      organization.fail(`The message ${entry.word} of ${entry.sender} ${what}: ${JSON.stringify({ ids, entry })}`)
    if (ids.length > 1) note('exists twice')
    if (entry.refused !== undefined && ids.length > 0) note('was refused, and exists')
    if (entry.id === undefined || entry.mayBeDeleted) continue
    if (ids.length === 0) note('was confirmed, and does not exist')
    if (ids[0] !== entry.id) note('has another id than the confirmed one')
  }
}
