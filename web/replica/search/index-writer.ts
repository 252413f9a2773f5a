import type { Core } from '../core'
import { bucketKey } from '../keys'
import type { Kept } from '../kept'
import type { PendingChanges } from '../pending-changes'
import type { Storage } from '../storage'
import {
  bucketsOf,
  eachOf,
  packed,
  SMALL_UNIT,
  TOP_LEVEL,
  UNITS_TO_MERGE,
  wordNumber,
  type Bucket,
  type Postings,
  type Unit,
} from './buckets'
import { readIds } from '../reading'
import { wordsOfMessage } from './message-words'
import { Waiting } from './waiting'

type Index = { core: Core; changes: PendingChanges }

export const MESSAGES_PER_UNIT = 2048

/** The index of a replica, as one tab writes it. */
export class SearchIndex {
  readonly waiting: Waiting

  constructor(
    readonly core: Core,
    readonly changes: PendingChanges,
  ) {
    this.waiting = new Waiting(changes)
  }

  /** Adds the words of the newest messages that wait for it. They are written. */
  async addSome(storage: Storage): Promise<void> {
    const ids = this.waiting.newest(MESSAGES_PER_UNIT)
    const rows = await readIds(storage, ids)
    addUnit(
      this,
      rows.map(({ kept }) => kept),
    )
    for (const id of ids) this.waiting.remove(id)
  }

  /** Makes one unit of eight. Returns whether there were so many of one level. */
  async mergeSome(storage: Storage, has: (id: number) => boolean): Promise<boolean> {
    const units = unitsToMerge(this.core)
    if (units) await mergeUnits(this, storage, { units, has })
    return units !== undefined
  }

  removeBefore(from: number): void {
    for (const unit of this.core.units ?? []) if (unit.last < from) removeUnit(this, unit)
  }
}

/** Adds a unit with the words of messages. Their ids ascend. */
function addUnit({ core, changes }: Index, messages: readonly Kept[]): void {
  const [first, last] = [messages[0], messages.at(-1)]
  if (first === undefined || last === undefined) return
  const postings: Postings = new Map()
  for (const kept of messages) for (const word of wordsOfMessage(kept)) push(postings, wordNumber(word), kept.id)
  const unit = newUnit(core, {
    level: 0,
    first: first.id,
    last: last.id,
    count: messages.length,
  })
  putBuckets(changes, unit, postings)
  core.units = [...(core.units ?? []), unit]
}

/** Returns the units that become one: eight of one level, or undefined. */
function unitsToMerge({ units = [] }: Core): Unit[] | undefined {
  for (let level = 0; level <= TOP_LEVEL; level++) {
    const ofLevel = units.filter((unit) => unit.level === level && (level < TOP_LEVEL || unit.count < SMALL_UNIT))
    if (ofLevel.length >= UNITS_TO_MERGE) return ofLevel
  }
  return undefined
}

/** Makes one unit of several of one level. What messages that are gone had, goes. */
async function mergeUnits(
  { core, changes }: Index,
  storage: Storage,
  { units, has }: { units: readonly Unit[]; has: (id: number) => boolean },
): Promise<void> {
  const [{ level } = { level: 0 }] = units
  const merged = newUnit(core, {
    level: Math.min(level + 1, TOP_LEVEL),
    count: units.reduce((sum, { count }) => sum + count, 0),
    first: Math.min(...units.map(({ first }) => first)),
    last: Math.max(...units.map(({ last }) => last)),
  })
  for (let bucket = 0; bucket < bucketsOf(level); bucket++) {
    const stored = await storage.read<Bucket>(units.map(({ number }) => bucketKey(number, bucket)))
    putBuckets(changes, merged, joined(units, stored, has))
  }
  for (const unit of units) removeUnit({ core, changes }, unit)
  core.units = [...(core.units ?? []), merged]
}

function joined(
  units: readonly Unit[],
  buckets: readonly (Bucket | undefined)[],
  has: (id: number) => boolean,
): Postings {
  const postings: Postings = new Map()
  for (const [nth, bucket] of buckets.entries()) {
    if (bucket === undefined) continue
    for (const [at, word] of bucket.words.entries())
      eachOf(bucket, at, units[nth]?.first ?? 0, (id) => {
        if (has(id)) push(postings, word, id)
      })
  }
  // A message that was changed is in several units.
  for (const [word, ids] of postings)
    postings.set(
      word,
      [...new Set(ids)].sort((a, b) => a - b),
    )
  return postings
}

function removeUnit({ core, changes }: Index, unit: Unit): void {
  for (let bucket = 0; bucket < bucketsOf(unit.level); bucket++) changes.remove(bucketKey(unit.number, bucket))
  core.units = (core.units ?? []).filter(({ number }) => number !== unit.number)
}

function newUnit(core: Core, unit: Omit<Unit, 'number'>): Unit {
  core.lastUnit = (core.lastUnit ?? 0) + 1
  return { number: core.lastUnit, ...unit }
}

function putBuckets(changes: PendingChanges, unit: Unit, postings: Postings) {
  for (const [bucket, value] of packed(postings, unit)) changes.put(bucketKey(unit.number, bucket), () => value)
}

function push(postings: Postings, word: number, id: number) {
  const ids = postings.get(word)
  if (ids) ids.push(id)
  else postings.set(word, [id])
}
