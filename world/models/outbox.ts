import type { Model } from './explore.ts'

/**
 * The outbox with two generations of D1 (src/store/outbox.ts, generations.ts). A realm changes two texts, and a generation begins
 * between them, so each text has a database of its own. A drain sends the rows that wait to the databases, one after the other, until
 * no row waits or a database does not answer. An answer may be lost, whether D1 has written or not. What D1 had not written it
 * may still write much later. The realm may restart.
 */
type Row = { seq: number; key: number; version: number }
type Batch = { place: Place; rows: Row[]; isWritten: boolean }
export type Place = 'DB' | 'DB_2'
export type State = {
  /** The newest version of each text: 0 is none. */
  newest: number[]
  waiting: Row[]
  /** What the drain has sent, what it sends next, the last row of the batch, the row after which it looks, and the databases that did not answer. */
  sent: Batch | undefined
  next: Batch[]
  last: number
  after: number
  away: Place[]
  /** Batches that D1 may still write. */
  late: Batch[]
  stored: Record<Place, number[]>
  left: { losses: number; restarts: number }
}
export type Step =
  | { do: 'put'; key: number }
  | { do: 'drain' | 'write' | 'answer' | 'lose' | 'restart' }
  | { do: 'write late'; at: number }

/** Ways to break it, which the model must find. */
export type Defect = 'an older version replaces' | 'a row is confirmed by its key' | 'texts go to the newest database'

const TEXTS = 2
const VERSIONS = 2
const placeOf = (key: number): Place => (key === 0 ? 'DB' : 'DB_2')

export function outboxModel(defect?: Defect): Model<State, Step> {
  const start: State = {
    newest: Array.from({ length: TEXTS }, () => 0),
    waiting: [],
    sent: undefined,
    next: [],
    last: 0,
    after: 0,
    away: [],
    late: [],
    stored: { DB: [0, 0], DB_2: [0, 0] },
    left: { losses: 2, restarts: 1 },
  }
  return { start, next: (state) => following(state, defect), problemOf }
}

function following(state: State, defect: Defect | undefined): [Step, State][] {
  const found: [Step, State][] = []
  const may = (step: Step, change: (copy: State) => void) => {
    const copy = structuredClone(state)
    change(copy)
    found.push([step, copy])
  }
  for (let key = 0; key < TEXTS; key++)
    // The second text is made after the first one: a generation began in between.
    if ((state.newest[key] ?? 0) < VERSIONS && (key === 0 || state.newest[key - 1] !== 0))
      may({ do: 'put', key }, (copy) => {
        const version = (copy.newest[key] ?? 0) + 1
        copy.newest[key] = version
        copy.waiting.push({ seq: (copy.waiting.at(-1)?.seq ?? 0) + 1, key, version })
      })
  const { sent, waiting } = state
  if (sent === undefined && waiting.length > 0)
    may({ do: 'drain' }, (copy) => {
      Object.assign(copy, { last: 0, after: 0, away: [] })
      goOn(copy, defect)
    })
  if (sent && !sent.isWritten)
    may({ do: 'write' }, (copy) => {
      if (copy.sent) write(copy, copy.sent, defect)
      copy.sent = { ...sent, isWritten: true }
    })
  if (sent?.isWritten)
    may({ do: 'answer' }, (copy) => {
      const isStored = (row: Row) =>
        sent.rows.some(({ seq, key }) =>
          defect === 'a row is confirmed by its key' ? key === row.key : seq === row.seq,
        )
      copy.waiting = copy.waiting.filter((row) => !isStored(row))
      goOn(copy, defect)
    })
  if (sent && state.left.losses > 0)
    may({ do: 'lose' }, (copy) => {
      copy.left.losses--
      if (!sent.isWritten) copy.late.push(sent)
      copy.away.push(sent.place)
      goOn(copy, defect)
    })
  if (state.left.restarts > 0)
    may({ do: 'restart' }, (copy) => {
      copy.left.restarts--
      if (sent && !sent.isWritten) copy.late.push(sent)
      Object.assign(copy, { sent: undefined, next: [], last: 0, after: 0, away: [] })
    })
  for (const [at, batch] of state.late.entries())
    may({ do: 'write late', at }, (copy) => {
      copy.late.splice(at, 1)
      write(copy, batch, defect)
    })
  return found
}

/** The next batch, of a database that answers. While one does not, the drain looks beyond its rows. */
function goOn(state: State, defect: Defect | undefined): void {
  const placed = (row: Row) => (defect === 'texts go to the newest database' ? newestPlace(state) : placeOf(row.key))
  for (;;) {
    state.sent = state.next.shift()
    if (state.sent !== undefined && !state.away.includes(state.sent.place)) return
    if (state.sent !== undefined) continue
    if (state.away.length > 0) state.after = state.last
    const rows = state.waiting.filter(({ seq }) => seq > state.after)
    const last = rows.at(-1)
    if (last === undefined) return
    state.next = [...Map.groupBy(rows, placed)].map(([place, ofPlace]) => ({ place, rows: ofPlace, isWritten: false }))
    state.last = last.seq
  }
}

const newestPlace = ({ newest }: State): Place => placeOf(newest.findLastIndex((version) => version > 0))

function write({ stored }: State, { place, rows }: Batch, defect: Defect | undefined): void {
  for (const { key, version } of rows)
    if (defect === 'an older version replaces' || version > (stored[place][key] ?? 0)) stored[place][key] = version
}

/** The newest version of each text is in its database, or waits. No other database has the text. */
function problemOf({ newest, waiting, stored }: State): string | undefined {
  for (const [key, version] of newest.entries()) {
    const other = placeOf(key) === 'DB' ? 'DB_2' : 'DB'
    const waits = waiting.some((row) => row.key === key && row.version === version)
    if (stored[placeOf(key)][key] !== version && !waits) return `The newest version of text ${key} is lost`
    if (stored[other][key] !== 0) return `Text ${key} is in a database of another generation`
  }
  return undefined
}
