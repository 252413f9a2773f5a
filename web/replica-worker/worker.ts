import { deleteFilesIn, deleteKeptFiles, listKeptFiles, openKeptFiles, pathIdIn } from '../cache/kept-files'
import { replicaPlace } from '../cache/places'
import type { AskReplica } from '../replica/ask'
import { indexedStorage } from '../replica/indexed-storage'
import type { Core } from '../replica/core'
import { Keeper } from '../replica/keeper'
import { CORE } from '../replica/keys'
import { foundMessage, type Kept } from '../replica/kept'
import { readChannel, readConversation, readIds, readTopics, readWhere, type FoundRows } from '../replica/reading'
import { countByChannel } from '../replica/space'
import type { Storage } from '../replica/storage'
import { KeptSearch } from '../replica/search/kept-search'
import { askFrom, SessionOver } from './asking'
import type { Answer, Lookup, KeptPage, News, PageLookup, Question, Request } from './messages'

// Keeps the messages of the user in this browser. One tab runs it: the page tells it the events, and it fetches the rest. Each tab that
// searches runs another one, which only reads.

/** A page takes a tenth of a second of CPU, or two with its words: so a first filling takes about a tenth of a core. */
const PAUSE_MILLISECONDS = 800
/** No more than this part of what the browser gives, and no more than so many bytes. */
const MAX_PART_OF_QUOTA = 0.5
const MAX_BYTES = 1_000_000_000

let keeper: Keeper | undefined

let reader: KeptSearch | undefined

addEventListener('message', ({ data }: MessageEvent<Request | Question>) => {
  if ('lookup' in data) return void answerTo(data)
  if (data.kind !== 'open') return void keeper?.receive(data)
  const { name, api, session, amount } = data
  keeper = new Keeper({
    storage: indexedStorage(replicaPlace(name)),
    ask: askFrom(api, session),
    isSessionOver: (error) => error instanceof SessionOver,
    session,
    amount,
    notify: (news: News) => postMessage(news),
    now: () => Date.now() / 1000,
    room: roomIn,
    deleteFiles: deleteFilesIn,
    checkFiles,
    pause,
  })
})

const FILES_PER_REQUEST = 100

/** Deletes the kept files that the user can no longer read, and those of other sites, about which the server cannot say it. */
async function checkFiles(ask: AskReplica): Promise<void> {
  const cache = await openKeptFiles()
  if (cache === undefined) return
  const ids = [...new Set((await listKeptFiles(cache)).flatMap(({ path }) => pathIdIn(path) ?? []))]
  const unreadable = new Set<string | undefined>([undefined])
  while (ids.length > 0)
    for (const id of (await ask('POST /parley/replica/files', { path_ids: ids.splice(0, FILES_PER_REQUEST) }))
      .unreadable)
      unreadable.add(id)
  await deleteKeptFiles((path) => unreadable.has(pathIdIn(path)))
}

async function roomIn(): Promise<{ isFull: boolean }> {
  const { usage = 0, quota = Infinity } = (await navigator.storage?.estimate?.()) ?? {}
  return { isFull: usage > Math.min(quota * MAX_PART_OF_QUOTA, MAX_BYTES) }
}

async function answerTo({ nth, name, lookup }: Question) {
  reader ??= new KeptSearch(indexedStorage(replicaPlace(name)))
  postMessage({ nth, answer: await answerOf(reader, lookup).catch(() => ({})) })
}

async function answerOf(search: KeptSearch, lookup: Lookup): Promise<Answer> {
  const { storage } = search
  if ('core' in lookup) return { core: (await storage.read<Core>([CORE]))[0] }
  if ('page' in lookup) return { page: pageOf(await readPage(storage, lookup.page)) }
  if ('topics' in lookup) return { topics: await readTopics(storage, lookup.topics) }
  if ('counts' in lookup) return { counts: await countByChannel(storage) }
  if ('find' in lookup) return { found: await search.find(lookup.find) }
  return { corrections: await search.corrections(lookup.corrections) }
}

function readPage(storage: Storage, page: PageLookup): Promise<FoundRows> {
  if ('conversation' in page) return readConversation(storage, page.conversation, page.around)
  if ('stream_id' in page) return readChannel(storage, page.stream_id, page.around, page.newest)
  if ('flags' in page) {
    const { flags, around, newest } = page
    const isWanted = (message: Kept) =>
      flags.length === 0 || message.flags?.some((flag) => flags.includes(flag)) === true
    return readWhere(storage, isWanted, around, newest)
  }
  return readIds(storage, page.ids).then((rows) => ({ rows, isOldest: true, isNewest: true }))
}

const pageOf = ({ rows, ...ends }: FoundRows): KeptPage => ({
  messages: rows.map((row) => foundMessage(row, [])),
  ...ends,
})

const pause = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, PAUSE_MILLISECONDS)
  })
