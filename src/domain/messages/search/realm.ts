import { htmlText } from '../../../markdown/html-text'
import type { MessageBody, Realm } from '../../../realm'
import { BYTES_PER_BATCH } from '../../../store/bodies'
import { beginningOf, has, isFoundIn, searched, type WantedWord } from '../../../tokenizer/query'
import { searchable } from '../../../tokenizer/tokens'
import { topicsContaining } from '../../channels/topics/storage'
import type { User } from '../../people/users/user'
import { Reading } from '../access/access'
import type { IndexRow } from '../message-index/message'
import { rowsWithIds } from '../message-index/storage'
import { compileNarrow } from '../narrows/compile'
import { ofConversations } from '../narrows/merged'
import { belongs, take, type Wanted } from '../narrows/pages'
import type { Stretch } from '../narrows/sources'
import type { Term } from '../narrows/term'
import { onlyUnread } from '../pages/anchor'
import { allWanted, type Search } from './terms'

/**
 * The realm's part in a search. The words of messages are D1's to know, and which messages are in a narrow and for whose
 * eyes is the realm's, with the names of topics. So the edge asks one and the other in turn, and what either says of a
 * message is only a reason to look at it.
 */
export type Asked = { narrow: Term[]; unread_only: boolean }

/** One way of being found: some of what is wanted stands in the topic, and the rest is needed of the message itself. */
export type Way = { in_topic: WantedWord[]; needed: WantedWord[] }

/** Messages that are worth a look. Bodies are added as far as they are at hand. */
export type Looked = {
  found: { id: number; topic: string }[]
  bodies: Map<number, MessageBody>
  /** There are more, as the bodies of all of them are too much to hand over at once. */
  isCut: boolean
}

// A name is short, and whoever searches for more than it could hold finds the rest in messages.
const MOST_IN_TOPIC = 16
// Whatever is wanted, the topics of a realm have it in few combinations. Of more, those with least of it are left out, and
// their messages are found by their own words.
const MOST_WAYS = 6

export function waysToFind(realm: Realm, search: Search): Way[] {
  const wanted = allWanted(search)
  const splits = [[], ...splitsByTopic(realm, wanted.slice(0, MOST_IN_TOPIC))]
  return splits.map((in_topic) => ({ in_topic, needed: wanted.filter((each) => !in_topic.includes(each)) }))
}

/** Which of it stands together in the name of some topic, the most first. */
function splitsByTopic(realm: Realm, wanted: readonly WantedWord[]): WantedWord[][] {
  const splits = new Map<string, WantedWord[]>()
  for (const { topic } of topicsContaining(realm.sql, wanted.map(beginningOf))) {
    const name = searched(topic)
    const split = wanted.filter((each) => has(name, each))
    if (split.length > 0) splits.set(split.map(({ token }) => token).join(' '), split)
  }
  return [...splits.values()].sort((a, b) => b.length - a.length).slice(0, MOST_WAYS)
}

/** Messages of the narrow, and of the topics that it takes, in order. */
type ToList = { asked: Asked; in_topic: readonly WantedWord[]; stretch: Stretch }

export function listed(realm: Realm, reader: User, { asked, in_topic, stretch }: ToList): Looked {
  const { reading, wanted } = lookingFor(realm, reader, asked, in_topic)
  return looked(reading, take(reading, wanted, stretch))
}

/** Those of these messages that are in the narrow, and for the reader's eyes, in the order of the ids. */
type ToFilter = { asked: Asked; in_topic: readonly WantedWord[]; ids: readonly number[] }

export function sifted(realm: Realm, reader: User, { asked, in_topic, ids }: ToFilter): Looked {
  const { reading, wanted } = lookingFor(realm, reader, asked, in_topic)
  const rows = new Map(rowsWithIds(realm, ids).map((row) => [row.id, row]))
  const inOrder = ids.flatMap((id) => rows.get(id) ?? [])
  return looked(
    reading,
    inOrder.filter((row) => belongs(reading, wanted, row)),
  )
}

/** What fits and has not reached D1 yet: who searches finds what they have just said, and what was just changed. */
type ToMatch = { asked: Asked; search: Search; stretch: Omit<Stretch, 'most'> }

export function freshlyFound(realm: Realm, reader: User, { asked, search, stretch }: ToMatch): number[] {
  const bodies = realm.bodies.notInD1()
  if (bodies.size === 0) return []
  const { reading, wanted } = lookingFor(realm, reader, asked, [])
  const beginnings = allWanted(search).map(beginningOf)
  const isWithin = (id: number) => (stretch.direction === 'before' ? id < stretch.bound : id > stretch.bound)
  const rows = rowsWithIds(realm, [...bodies.keys()].filter(isWithin))
  return rows.flatMap((row) => {
    const body = bodies.get(row.id)!
    const topic = reading.conversationOf(row).topic ?? ''
    const text = searchable(`${topic} ${htmlText(body.rendered_content)}`)
    const isIt = beginnings.every((each) => text.includes(each)) && belongs(reading, wanted, row)
    return isIt && fits(search, topic, body) ? [row.id] : []
  })
}

/** Is a message what was searched for? */
export function fits({ wanted, unwanted }: Search, topic: string, { rendered_content }: MessageBody): boolean {
  const texts = [searched(topic), searched(htmlText(rendered_content))]
  return wanted.every((query) => isFoundIn(query, texts)) && !unwanted.some((query) => isFoundIn(query, texts))
}

function lookingFor(realm: Realm, reader: User, { narrow, unread_only }: Asked, in_topic: readonly WantedWord[]) {
  const reading = new Reading(realm, reader)
  const compiled = compileNarrow(reading, narrow)
  const wanted: Wanted = unread_only ? onlyUnread(reading, compiled) : compiled
  if (in_topic.length === 0) return { reading, wanted }
  const topics = topicsContaining(realm.sql, in_topic.map(beginningOf)).filter(({ topic }) => hasAll(topic, in_topic))
  const ids = new Set(topics.map(({ id }) => id))
  return {
    reading,
    wanted: {
      sources: [...wanted.sources, ofConversations(realm, () => topics)],
      matches: (row: IndexRow) => ids.has(reading.conversationOf(row).id) && wanted.matches(row),
      wholeHistory: wanted.wholeHistory,
    },
  }
}

function hasAll(topic: string, wanted: readonly WantedWord[]): boolean {
  const name = searched(topic)
  return wanted.every((each) => has(name, each))
}

function looked(reading: Reading, rows: readonly IndexRow[]): Looked {
  const { found: bodies, within } = reading.realm.bodies.available(
    rows.map(({ id }) => id),
    BYTES_PER_BATCH,
  )
  return {
    found: rows.slice(0, within).map((row) => ({ id: row.id, topic: reading.conversationOf(row).topic ?? '' })),
    bodies,
    isCut: within < rows.length,
  }
}
