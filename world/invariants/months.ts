import { KEPT_DAYS } from '../life/months.ts'
import type { Organization } from '../life/organization.ts'

const DAY = 86_400_000
/** An organization is erased thirty days after the request. The work may be late. */
const ERASED_AFTER = 31 * DAY
const TABLES = ['messages', 'old_versions', 'users', 'replaced_bodies', 'realm_numbers']

/** Retention deletes what is old enough, and nothing else. Nothing is left of what was erased, and all of what was opened again. */
export function checkMonths(organization: Organization): void {
  const { ledger, world } = organization
  if (organization.hasRetention) checkRetention(organization)
  const due = ledger.erased.filter(({ name, at }) => {
    // No client calls it any more, so an alarm that the world lost is not set again.
    const { alarm } = world.object('RealmObject', name).stored
    return at < world.scheduler.now - ERASED_AFTER && (alarm === null || alarm > world.scheduler.now - DAY)
  })
  for (const { name } of due) {
    for (const [key, database] of world.databases)
      for (const table of TABLES)
        if (database.rows(`SELECT 1 FROM ${table} WHERE realm_id = '${name}' LIMIT 1`).length > 0)
          organization.fail(`${key} has rows of the erased organization ${name} in ${table}`)
    const files = [...world.bucket.objects.keys(), ...world.backups.objects.keys()]
    const left = files.find((key) => key.startsWith(`${name}/`))
    if (left !== undefined) organization.fail(`The file ${left} of an erased organization is left`)
  }
  for (const name of ledger.reopened) {
    const { stored } = world.object('RealmObject', name)
    const [waiting] = world.query(stored, 'SELECT erase_at FROM realm_erasure')
    if (waiting !== undefined) organization.fail(`The organization ${name} was opened again, and will be erased`)
  }
}

function checkRetention(organization: Organization): void {
  const { ledger, world } = organization
  const ids = new Set(organization.query('SELECT id FROM message_index').map(({ id }) => Number(id)))
  for (const { id, at, word, mayBeDeleted } of ledger.written.values()) {
    if (id === undefined || mayBeDeleted || ledger.gone.has(id)) continue
    const days = (world.scheduler.now - at) / DAY
    if (days < KEPT_DAYS && !ids.has(id)) organization.fail(`Retention deleted message ${word} after ${days} days`)
    if (days > KEPT_DAYS + 1 && ids.has(id)) organization.fail(`Message ${word} is ${days} days old, and not deleted`)
  }
}
