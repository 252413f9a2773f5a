import type { Organization } from '../life/organization.ts'

/** Nothing waits in the outbox, nothing was refused, and D1 has the text of each message of the realm, and of no other. */
export function checkStores(organization: Organization): void {
  const { world } = organization
  const [{ n: waiting } = { n: 0 }] = organization.query('SELECT count(*) AS n FROM outbox')
  if (waiting > 0) organization.fail(`${waiting} rows wait in the outbox`)
  const refused = organization.query('SELECT target, key, error FROM refused_rows LIMIT 3')
  if (refused.length > 0) organization.fail(`D1 refused rows: ${JSON.stringify(refused)}`)
  const inRealm = new Set(organization.query('SELECT id FROM message_index').map(({ id }) => Number(id)))
  const inD1 = new Set<number>()
  for (const [name, database] of world.databases)
    for (const { id } of database.rows(messagesOf(organization))) {
      if (inD1.has(Number(id))) organization.fail(`Two databases have message ${String(id)}, one of them ${name}`)
      inD1.add(Number(id))
    }
  const missing = [...inRealm].filter((id) => !inD1.has(id))
  const spare = [...inD1].filter((id) => !inRealm.has(id))
  if (missing.length > 0) organization.fail(`D1 has no text of the messages ${missing.slice(0, 5).join(', ')}`)
  if (spare.length > 0)
    organization.fail(`D1 has texts of messages that the realm does not have: ${spare.slice(0, 5).join(', ')}`)
}

const messagesOf = ({ realm_name }: Organization) =>
  `SELECT id FROM messages WHERE is_deleted IS NULL AND realm_id = '${realm_name}'`

/** What belongs to messages, by the tables of the realm. */
const OF_MESSAGES = ['reactions', 'submessages', 'message_edits', 'attachment_messages', 'mentions', 'group_mentions']
const LATE_SECONDS = 900

/** Nothing is left of a message that was deleted, and what was due was done. */
export function checkRemains(organization: Organization): void {
  for (const table of OF_MESSAGES) {
    const [left] = organization.query(
      `SELECT message_id FROM ${table} WHERE message_id NOT IN (SELECT id FROM message_index) LIMIT 1`,
    )
    if (left !== undefined) organization.fail(`The table ${table} knows message ${left.message_id}, which was deleted`)
  }
  const now = Math.floor(organization.world.scheduler.now / 1000)
  const [late] = organization.query(
    `SELECT scheduled_message_id AS id FROM scheduled_messages
     WHERE failed = 0 AND sent_at IS NULL AND scheduled_delivery_timestamp < ${now - LATE_SECONDS}`,
  )
  if (late !== undefined) organization.fail(`The scheduled message ${late.id} was not sent`)
}

/** Each file of the bucket belongs to a realm, and nothing is left of the pieces of an upload. */
export function checkFiles(organization: Organization): void {
  const keys = [...organization.world.bucket.objects.keys()]
  const strange = keys.find((key) => !organization.world.objects.has(`RealmObject ${key.split('/')[0]}`))
  if (strange !== undefined) organization.fail(`The file ${strange} belongs to no realm`)
  const waiting = new Set(organization.query('SELECT key FROM files_to_delete').map(({ key }) => key))
  const of = `${organization.realm_name}/`
  const left = keys.find(
    (key) => key.startsWith(of) && key.endsWith('-remainder') && !waiting.has(key.slice(of.length)),
  )
  if (left !== undefined) organization.fail(`The piece ${left} of an upload is left`)
}

const SOON_MILLISECONDS = 12_000

/** While nothing fails, D1 has a message some seconds after it was sent, without another request. */
export async function checkPromptness(organization: Organization): Promise<void> {
  const [owner] = organization.members
  const { scheduler } = organization.world
  if (owner === undefined) return
  const fields = { type: 'direct', to: [owner.client.id], content: 'Good night' }
  await scheduler.result(owner.client.insist('POST', '/messages', fields))
  await scheduler.pass(SOON_MILLISECONDS)
  const [{ n } = { n: 0 }] = organization.query("SELECT count(*) AS n FROM outbox WHERE target = 'messages'")
  if (n > 0) organization.fail(`${n} texts wait for D1 although nothing fails`)
}

/** The log of events keeps no more for slow queues than it may. */
export function checkEventLog(organization: Organization, most: number): void {
  const [{ rows }] = organization.query(
    `SELECT coalesce(max(rows_so_far) - min(rows_so_far) + 1, 0) AS rows FROM events
     WHERE id > (SELECT min(searched_up_to) FROM queues)`,
  )
  if (rows > most) organization.fail(`The log keeps ${rows} events for its queues, and may keep ${most}`)
}

/** An object with work to do has an alarm soon: nothing is left to the next request. */
export function checkAlarms(organization: Organization): void {
  const [{ n } = { n: 0 }] = organization.query('SELECT count(*) AS n FROM outbox')
  const { alarm } = organization.realm.stored
  const now = organization.world.scheduler.now
  if (n > 0 && (alarm === null || alarm > now + LONGEST_PAUSE))
    organization.fail(`${n} rows wait for D1, and the alarm is ${alarm === null ? 'not set' : `in ${alarm - now} ms`}`)
}

const LONGEST_PAUSE = 3_600_000
