import type { Page } from 'playwright-core'
import type { AnswerOf } from '../../client-state/wire'
import type { Core } from '../replica/core'
import { packOf } from '../replica/kept'

/** A message as a browser keeps it, or as the server lists it. */
type Compared = { id: number; place: string; content: string; version: number; reactions: number }

/** What a browser keeps. */
type StoredHistory = {
  core: Core | undefined
  messages: Compared[]
  /** Messages that the lists of a browser have and its packs lack, or the other way round. */
  torn: number[]
}

/** Runs in the page. Returns all keys and values of its replica, without those of the index. */
async function storedEntries(): Promise<[string, unknown][]> {
  const name = 'parley-replica'
  const buckets = Reflect.get(navigator, 'storageBuckets')
  const factory: IDBFactory = buckets ? (await buckets.open(name)).indexedDB : indexedDB
  const databases = await factory.databases()
  if (!databases.some((database) => database.name === name)) return []
  return new Promise((resolve, reject) => {
    const opening = factory.open(name)
    opening.addEventListener('error', () => reject(new Error(`It does not open: ${opening.error?.message}`)))
    opening.addEventListener('success', () => {
      if (!opening.result.objectStoreNames.contains('replica')) {
        opening.result.close()
        return resolve([])
      }
      const entries: [string, unknown][] = []
      const walk = opening.result.transaction('replica').objectStore('replica').openCursor()
      walk.addEventListener('error', () => reject(new Error('The browser read nothing')))
      walk.addEventListener('success', () => {
        const cursor = walk.result
        if (cursor === null) {
          opening.result.close()
          return resolve(entries)
        }
        const { value } = cursor
        const { key } = cursor
        if (typeof key === 'string' && !key.startsWith('i'))
          entries.push([key, value?.places ? Array.from(value.places) : value])
        cursor.continue()
      })
    })
  })
}

const IDS_PER_BLOCK = 2048
const numberOf = (key: string) => Number.parseInt(key.slice(1, 8), 36)

/** Returns what the browser of a page keeps. The page need not have the client. */
export async function storedHistory(page: Page): Promise<StoredHistory> {
  const entries = await page.evaluate(storedEntries)
  const [listed, packed] = [new Map<number, number>(), new Map<number, number>()]
  const values = new Map(entries)
  const messages = entries.flatMap(([key, value]) => {
    if (key.startsWith('b'))
      for (const [offset, place] of Object.entries(Object(value)))
        if (Number(place) > 0) listed.set(numberOf(key) * IDS_PER_BLOCK + Number(offset), Number(place) - 1)
    if (!key.startsWith('p')) return []
    const place = placeIn(values.get(`c${key.slice(1, 8)}`))
    return packOf(String(value)).map(({ id, content, version = 0, reactions = [] }): Compared => {
      packed.set(id, numberOf(key))
      return { id, place, content, version, reactions: reactions.length }
    })
  })
  const all = new Set([...listed.keys(), ...packed.keys()])
  return {
    core: coreIn(values.get('a')),
    messages: messages.sort((a, b) => a.id - b.id),
    torn: [...all].filter((id) => listed.get(id) !== packed.get(id)),
  }
}

type Asks = (call: string, fields: Record<string, string>) => Promise<Answer>
type Answer = Omit<AnswerOf<'POST /parley/replica/messages'>, 'result' | 'msg'>

const coreIn = (value: unknown): Core | undefined => (value === undefined ? undefined : Object(value))

/** Returns all messages that the server lets the browsers of a user keep, and how many pages they are. `asks` sends requests of the user. */
export async function historyOf(asks: Asks): Promise<{ messages: Compared[]; pages: number }> {
  const messages: Compared[] = []
  for (let before: number | undefined, pages = 1; ; pages++) {
    const answer = await asks('POST /parley/replica/messages', before === undefined ? {} : { before: String(before) })
    for (const { id, content, conversation, version = 0, reactions = [] } of answer.messages)
      messages.push({
        id,
        place: placeIn(answer.conversations[conversation]),
        content,
        version,
        reactions: reactions.length,
      })
    if (answer.reached === 0) return { messages: messages.sort((a, b) => a.id - b.id), pages }
    before = answer.reached ?? undefined
  }
}

/** Returns where a conversation is. */
function placeIn(conversation: unknown): string {
  const { stream_id, subject, display_recipient } = Object(conversation)
  return stream_id === undefined
    ? display_recipient.map(({ id }: { id: number }) => id).join()
    : `${stream_id} ${subject}`
}
