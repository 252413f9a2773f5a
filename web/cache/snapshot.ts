import { USER_LISTS } from '../../client-state/people'
import type { Registered } from '../wire/own-state'
import type { Session } from '../wire/session'
import type { Queue } from '../wire/socket'
import type { Change, Database } from './database'
import { isKeptHere } from './keeping'

/** The state of the client after an event of its queue, and the messages of the views that were open. */
export type Snapshot<View> = { queue: Queue; state: Registered; views: readonly View[] }

/** `queue` is in the row `core`: the newest event that the snapshot has. */
type Row = { build: string; session: string; text: string; queue?: Queue }

const MAX_STATE_CHARACTERS = 12_000_000
const MAX_VIEW_CHARACTERS = 2_000_000

/** Another build may need other fields, so it does not read this snapshot. The bundler puts a hash in the name. */
const BUILD = import.meta.url

// In the order of their keys.
const ROWS = ['core', 'people', 'views'] as const

/** The snapshot in the database of this browser. */
export function createSnapshots<View>(database: Database, session: Pick<Session, 'own' | 'number'>) {
  let isErased = false

  async function erase(): Promise<void> {
    if (!isErased) await database.erase()
    isErased = true
  }

  return {
    forget: database.erase,

    /** Returns the snapshot of a session; undefined if there is none, or if another build or session wrote it. */
    async read(of: string | undefined): Promise<Snapshot<View> | undefined> {
      const rows = await database.readAll<Row>()
      if (rows.length === 0) return undefined
      if (rows.length !== ROWS.length || rows.some((row) => row.build !== BUILD || row.session !== of)) {
        await database.erase()
        return undefined
      }
      try {
        const [coreText = '', peopleText = '', viewsText = ''] = rows.map(({ text }) => text)
        const core: Pick<Snapshot<View>, 'queue' | 'state'> = JSON.parse(coreText)
        const people: Pick<Registered, (typeof USER_LISTS)[number]> = JSON.parse(peopleText)
        const views: View[] = JSON.parse(viewsText)
        return { queue: core.queue, state: { ...core.state, ...people }, views }
      } catch {
        return undefined
      }
    },

    /**
     * Writes a snapshot in one transaction. Returns whether it was written: it may be too large, the browser has no database, or the
     * organization or the user of this browser lets it keep nothing.
     * Without `isPeopleChanged` the stored people stay.
     */
    async write(snapshot: Snapshot<View>, isPeopleChanged: boolean): Promise<boolean> {
      const own = session.own()
      // After a login of another user, the state of this page is not that of the browser's session.
      if (own === undefined || own !== session.number()) return false
      const isKept = isKeptHere() && snapshot.state.realm_parley_keep_in_browsers
      const changes = isKept ? changesOf(snapshot, own, isPeopleChanged) : undefined
      if (changes === undefined) {
        await erase()
        return false
      }
      isErased = false
      const { queue } = snapshot
      // Another tab may have more events, and the server forgets those that a snapshot has.
      const holds = (existing: Row | undefined) =>
        existing?.queue?.queue_id !== queue.queue_id || existing.queue.last_event_id <= queue.last_event_id
      return database.write(changes, { key: 'core', holds })
    },
  }
}

/** Returns the rows of a snapshot, or undefined if it is too large. */
function changesOf(
  { queue, state, views }: Snapshot<unknown>,
  session: string,
  isPeopleChanged: boolean,
): Change[] | undefined {
  const row = (text: string): Row => ({ build: BUILD, session, text })
  const core: Partial<Registered> = { ...state }
  for (const name of USER_LISTS) delete core[name]
  const people = isPeopleChanged && JSON.stringify(Object.fromEntries(USER_LISTS.map((name) => [name, state[name]])))
  const coreText = JSON.stringify({ queue, state: core })
  if (coreText.length + (people || '').length > MAX_STATE_CHARACTERS) return undefined
  const changes: Change[] = [
    { key: 'core', value: { ...row(coreText), queue: { ...queue } } },
    { key: 'views', value: row(fitting(views)) },
  ]
  if (people) changes.push({ key: 'people', value: row(people) })
  return changes
}

/** Returns as many views as fit, as text. */
function fitting(views: readonly unknown[]): string {
  let characters = 0
  const texts = views.map((view) => JSON.stringify(view))
  return `[${texts.filter((text) => (characters += text.length + 1) < MAX_VIEW_CHARACTERS).join()}]`
}
