import { WORD, type Moment } from './ledger.ts'
import type { Organization } from './organization.ts'

/** The platform knows every moment of 30 days. The world remembers a few of each day, and adds their times to `moments`. */
export function rememberMoments(
  organization: Organization,
  moments: number[],
  { from, to }: { from: number; to: number },
): void {
  const { realm, world } = organization
  for (let nth = 0; nth < MOMENTS_PER_DAY; nth++) {
    const at = Math.ceil((from + (nth / MOMENTS_PER_DAY) * (to - from)) / 1000) * 1000
    // While it was founded, its first moment may have passed.
    if (at <= world.scheduler.now) continue
    world.scheduler.at(at, () => {
      realm.stored.remember()
      moments.push(at)
      organization.moments.set(at, momentOf(organization))
    })
  }
}

const MOMENTS_PER_DAY = 6

function momentOf(organization: Organization): Moment {
  const [{ value } = { value: 0 }] = organization.query("SELECT value FROM counters WHERE name = 'event'")
  return { texts: textsOf(organization), newestEvent: Number(value) }
}

/** A realm that was restored has messages of the moment only, with the texts of the moment. Users may have changed some since. */
export function checkRestored(organization: Organization, at: number): void {
  const moment = organization.moments.get(at)
  if (moment === undefined) return
  const edits = organization.query(`SELECT message_id AS id FROM message_edits WHERE id > ${moment.newestEvent}`)
  const changed = new Set(edits.map(({ id }) => Number(id)))
  const newest = Math.max(0, ...moment.texts.keys())
  for (const [id, text] of textsOf(organization)) {
    const before = moment.texts.get(id)
    if (id <= newest && text !== before && !changed.has(id))
      organization.fail(
        `The realm was restored, and message ${id} has the text ${text}. At the moment it had ${before}`,
      )
  }
}

/** What waits for D1 is newer than what D1 has. */
function textsOf(organization: Organization): Map<number, string> {
  const { world, realm_name } = organization
  const inD1 = [...world.databases.values()].flatMap((database) =>
    database.rows(`SELECT id, content FROM messages WHERE is_deleted IS NULL AND realm_id = '${realm_name}'`),
  )
  const existing = new Set(organization.query('SELECT id FROM message_index').map(({ id }) => Number(id)))
  const texts = [...inD1, ...organization.query(WAITING)].map(
    ({ id, content }) => [Number(id), String(content)] as const,
  )
  return new Map(texts.filter(([id, text]) => existing.has(id) && WORD.test(text)))
}

const WAITING = `
  SELECT key AS id, body ->> '$.content' AS content FROM refused_rows WHERE target = 'messages'
  UNION ALL SELECT * FROM (
    SELECT key, body ->> '$.content' FROM outbox WHERE target = 'messages' ORDER BY seq)`
