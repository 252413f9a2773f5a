import type { Model } from './explore.ts'

/**
 * A restore with erasures (src/domain/data/restores/recover.ts, account-erasure/). One user edits a message, and another erases the
 * account with its message. The platform gives the realm an earlier state, but D1 keeps its texts, and knows who was erased. The
 * recovery brings back the texts of the moment, erases again, and then serves users. An alarm may come twice, so an older run may have
 * read what it writes much later. The realm may restart at any time.
 */
type Realm = {
  /** The edit whose text the message has, for users. */
  text: number
  isErased: boolean
  /** The own message of the erased user is not deleted yet. */
  hasWork: boolean
  hasOwn: boolean
}
export type State = {
  realm: Realm
  /** Undefined: users are served. */
  recovering: 'texts' | 'erasures' | 'end' | undefined
  restores: number
  /** The state to which a restore may go: that of the moment, or the one that the restore left. */
  moment: Realm | undefined
  d1: { text: number; hasOwn: boolean; isErased: boolean }
  /** A run that has read, and has not written yet. */
  run: { step: 'texts' | 'erasures'; restore: number; text: number | undefined } | undefined
  edits: number
  /** The user asked for it once. */
  wasErased: boolean
  left: { runs: number; restarts: number }
}
export type Step = {
  do: 'edit' | 'erase' | 'delete' | 'remember' | 'restore' | 'recover' | 'read' | 'write' | 'restart'
}

/** Ways to break it, which the model must find. */
export type Defect =
  | 'an old run writes what it read'
  | 'erasures are not repeated'
  | 'the realm alone knows who was erased'
  | 'a restored state forgets the work that waits'
  | 'a restart ends the recovery'

const [EDITS, RESTORES] = [3, 2]

export function restoreModel(defect?: Defect): Model<State, Step> {
  const start: State = {
    realm: { text: 0, isErased: false, hasWork: false, hasOwn: true },
    recovering: undefined,
    restores: 0,
    moment: undefined,
    d1: { text: 0, hasOwn: true, isErased: false },
    run: undefined,
    edits: 0,
    wasErased: false,
    left: { runs: 1, restarts: 1 },
  }
  return { start, next: (state) => following(state, defect), problemOf }
}

function following(state: State, defect: Defect | undefined): [Step, State][] {
  const { realm, recovering, moment, run, left } = state
  const found: [Step, State][] = []
  const may = (name: Step['do'], change: (copy: State) => void) => {
    const copy = structuredClone(state)
    change(copy)
    found.push([{ do: name }, copy])
  }
  if (recovering === undefined) {
    if (state.edits < EDITS) may('edit', (copy) => (copy.realm.text = copy.d1.text = ++copy.edits))
    if (!realm.isErased)
      may('erase', (copy) => {
        Object.assign(copy.realm, { isErased: true, hasWork: true })
        copy.wasErased = true
        copy.d1.isErased = defect !== 'the realm alone knows who was erased'
      })
    if (realm.hasWork)
      may('delete', ({ realm: own, d1 }) => {
        Object.assign(own, { hasWork: false, hasOwn: false })
        d1.hasOwn = false
      })
    if (moment === undefined) may('remember', (copy) => (copy.moment = { ...realm }))
    if (moment && state.restores < RESTORES)
      may('restore', (copy) => {
        copy.restores++
        copy.moment = realm
        copy.realm = moment
        copy.recovering = 'texts'
        if (defect === 'a restored state forgets the work that waits') copy.realm = { ...moment, hasWork: false }
        // The restart ends all runs.
        copy.run = undefined
      })
  } else may('recover', (copy) => recover(copy, defect))
  if (recovering !== undefined && recovering !== 'end' && run === undefined && left.runs > 0)
    may('read', (copy) => {
      // It reads a text only if D1 has another one.
      const text = realm.text === state.d1.text ? undefined : realm.text
      copy.run = { step: recovering, restore: state.restores, text }
      copy.left.runs--
    })
  if (run)
    may('write', (copy) => {
      copy.run = undefined
      const isStillAt = run.step === recovering && run.restore === state.restores
      if (isStillAt) recover(copy, defect)
      else if (defect === 'an old run writes what it read' && run.text !== undefined) copy.d1.text = run.text
    })
  if (left.restarts > 0)
    may('restart', (copy) => {
      copy.run = undefined
      copy.left.restarts--
      if (defect === 'a restart ends the recovery') copy.recovering = undefined
    })
  return found
}

/** Does one step of the recovery. */
function recover(state: State, defect: Defect | undefined): void {
  const { realm, d1 } = state
  if (state.recovering === 'texts') Object.assign(d1, { text: realm.text, hasOwn: realm.hasOwn })
  if (state.recovering === 'erasures' && d1.isErased && !realm.isErased && defect !== 'erasures are not repeated')
    Object.assign(realm, { isErased: true, hasWork: true })
  state.recovering = ({ texts: 'erasures', erasures: 'end', end: undefined } as const)[state.recovering ?? 'end']
}

/** Users find the texts of their state, and nothing of a user who was erased comes back for good. */
function problemOf({ realm, recovering, d1, edits, wasErased }: State): string | undefined {
  if (recovering !== undefined) return undefined
  if (d1.text !== realm.text) return `D1 has text ${d1.text} of ${edits} edits, and users had ${realm.text}`
  if (d1.hasOwn !== realm.hasOwn) return 'The message of the erased user is in D1 alone, or in the realm alone'
  if (wasErased && !realm.isErased) return 'The account of a user who was erased is back'
  if (realm.isErased && realm.hasOwn && !realm.hasWork) return 'The message of an erased user stays'
  return undefined
}
