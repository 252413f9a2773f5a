import { WORD, type Written } from '../life/ledger.ts'
import type { Json } from '../shared-parts.ts'
import type { Organization } from '../life/organization.ts'

/**
 * What the server confirmed exists once, under the id that it confirmed, and with the text of the last confirmed edit. What it refused does
 * not exist. What was never answered exists at most once. A message that a user deleted is gone, and its sender has the event.
 */
export async function checkMessages(organization: Organization): Promise<void> {
  const found = new Map<string, number[]>()
  const texts = new Map<number, string>()
  for (const database of organization.world.databases.values())
    // Automations quote what users wrote.
    for (const { id, content } of database.rows(
      `SELECT id, content FROM messages
       WHERE is_deleted IS NULL AND realm_id = '${organization.realm_name}' AND client <> 'Automation'`,
    )) {
      texts.set(Number(id), String(content))
      const word = WORD.exec(String(content))?.[0]
      if (word !== undefined) found.set(word, [...(found.get(word) ?? []), Number(id)])
    }
  for (const entry of organization.ledger.written.values()) {
    const ids = found.get(entry.word) ?? []
    const note = (what: string) =>
      organization.fail(`The message ${entry.word} of ${entry.sender} ${what}: ${JSON.stringify({ ids, entry })}`)
    if (ids.length > 1) note('exists twice')
    if (entry.refused !== undefined && ids.length > 0) note('was refused, and exists')
    if (entry.id === undefined || entry.mayBeDeleted) continue
    if (ids.length > 0 && ids[0] !== entry.id) note('has another id than the confirmed one')
    if (ids.length === 0 && !(await wasDeleted(organization, entry, entry.id)))
      note('was confirmed, and does not exist')
    const text = texts.get(entry.id)
    if (text !== undefined && entry.content !== undefined && !entry.wasRestored && text !== entry.content)
      note(`has the text ${text} in D1`)
  }
}

/**
 * Returns whether the devices of the sender know that the message is gone. One whose account has ended cannot know it, and one that
 * registered after the message was written may have come after its deletion, too.
 */
async function wasDeleted({ ledger, members, world }: Organization, entry: Written, id: number): Promise<boolean> {
  const sender = members.find(({ client }) => client.account.full_name === entry.sender)
  for (const device of sender?.devices ?? []) {
    if (ledger.gone.has(id)) break
    const isLate = device.registeredAt > entry.at
    if (isLate || !(await world.scheduler.result(device.catchUp()))) entry.mayBeDeleted = true
  }
  return entry.mayBeDeleted === true || ledger.gone.has(id)
}

const SEARCHED = 6

/** The newest messages whose text is known are found by their word, and no others. */
export async function checkSearches(organization: Organization): Promise<void> {
  const { ledger, members, world } = organization
  const written = [...ledger.written.values()].filter(
    ({ id, content, mayBeDeleted }) =>
      id !== undefined && content !== undefined && !mayBeDeleted && !ledger.gone.has(id),
  )
  for (const { id, word, sender } of written.slice(-SEARCHED)) {
    const member = members.find(({ client }) => client.account.full_name === sender)
    if (member === undefined) continue
    const fields = { anchor: 'newest', num_before: 5, num_after: 0, narrow: [['search', word]] }
    const answer = await world.scheduler.result(member.client.insist('GET', '/messages', fields))
    const seen = await world.scheduler.result(member.client.insist('GET', `/messages/${id}`))
    // A message of a channel that its sender is not in is found only by a search of all channels.
    if (answer.result !== 'success' || seen.result !== 'success' || seen.message.flags.includes('historical')) continue
    const found = answer.messages.map((message: Json) => message.id)
    if (found.length !== 1 || found[0] !== id)
      organization.fail(`A search of ${sender} for ${word} of message ${id} finds ${JSON.stringify(found)}`)
  }
}
