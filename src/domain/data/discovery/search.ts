import type { Realm } from '../../../realm'
import { memorySize } from '../../../store/memory-size'
import { filesInMessages } from '../../files/attachments/storage'
import { heldFilesOf } from '../../messages/holds/held-storage'
import { matchesSearch, type Search } from '../../messages/search/match-rules'
import { splitSearch } from '../../messages/search/terms'
import type { Term } from '../../messages/narrows/term'
import { candidatesBelow, type EverythingQuery } from './candidates'
import type { Candidate } from './everything-narrow'
import { hashed, type FoundFile, type FoundMessage, type HashedMessage } from './hash-rules'
import { loadFullTexts, type FullText } from './texts'

const TEXTS_PER_READ = 50
/** One page compares about so much text: 50 ms of CPU. */
const BYTES_PER_PAGE = 1_000_000

/** What the log has of a search. */
export type LoggedSearch = Omit<EverythingQuery, 'terms'> & { reason: string; narrow: readonly Term[] }

/** A file of a message: its key in R2, and its name in an archive. */
export type FileOfMessage = { key: string; name: string }

export type SearchPage = { messages: HashedMessage[]; files: FileOfMessage[]; next: number | undefined }

/**
 * Returns a page of a search over everything, below a bound: at most `most` messages, the newest first. It compares texts itself, and not
 * with the search index of D1: the index has no earlier texts and no held messages. So a page can be empty although more follow.
 */
export async function searchPage(
  realm: Realm,
  logged: LoggedSearch,
  { below, most }: { below: number; most: number },
): Promise<SearchPage> {
  const { narrow, search } = splitSearch(logged.narrow)
  const { candidates, next } = candidatesBelow(realm, { ...logged, terms: narrow }, below)
  const page: SearchPage = { messages: [], files: [], next }
  let bytes = 0
  for (let left = candidates; left.length > 0;) {
    const read = left.slice(0, TEXTS_PER_READ)
    const { found, within } = await loadFullTexts(
      realm,
      read.map(({ id }) => id),
    )
    const batch = read.slice(0, within)
    const files = filesOf(realm, batch)
    for (const candidate of batch) {
      const full = found.get(candidate.id)
      bytes += memorySize(full)
      if (full && matches(search, candidate, full)) {
        const own = files.get(candidate.id) ?? []
        page.messages.push(hashed(messageOf(candidate, full, own)))
        page.files.push(...own.map(({ key, file }) => ({ key, name: file })))
      }
      if (page.messages.length >= most || bytes > BYTES_PER_PAGE) {
        const isLast = candidate.id === candidates.at(-1)?.id
        return { ...page, next: isLast ? next : candidate.id }
      }
    }
    left = left.slice(within)
  }
  return page
}

/** A message matches if one of its texts does: the last one, or an earlier one. */
function matches(search: Search | undefined, { topic }: Candidate, { text, earlier }: FullText): boolean {
  if (search === undefined) return true
  return [text, ...earlier].some((version) => matchesSearch(search, topic ?? '', version))
}

type KeyedFile = FoundFile & { key: string }

/** Returns the files of these messages, and the files that a hold kept for them. */
function filesOf(realm: Realm, candidates: readonly Candidate[]): Map<number, KeyedFile[]> {
  const ids = candidates.map(({ id }) => id)
  const found = new Map<number, Map<string, KeyedFile>>()
  for (const { message_id, key, name, size, content_type, owner_id } of [
    ...filesInMessages(realm.sql, ids),
    ...heldFilesOf(realm.sql, ids),
  ]) {
    const ofMessage = found.get(message_id) ?? new Map<string, KeyedFile>()
    // The key is the only name that is different for each file. It opens nothing: R2 asks no one but the server.
    ofMessage.set(key, {
      key,
      name,
      size,
      content_type: content_type ?? '',
      owner_id,
      file: `files/${key.slice(key.lastIndexOf('/') + 1)}`,
    })
    found.set(message_id, ofMessage)
  }
  return new Map([...found].map(([id, files]) => [id, [...files.values()]]))
}

function messageOf(
  candidate: Candidate,
  { text, earlier, deleted_at }: FullText,
  files: readonly KeyedFile[],
): FoundMessage {
  const { id, sender_id, sent_at, stream_id, topic, people } = candidate
  return {
    id,
    sender_id,
    timestamp: sent_at,
    stream_id,
    topic,
    user_ids: people,
    content: text.content,
    earlier_contents: earlier.map(({ content, user_id, replaced_at }) => ({ content, user_id, replaced_at })),
    deleted_at,
    files: files.map(({ name, size, content_type, owner_id, file }) => ({ name, size, content_type, owner_id, file })),
  }
}
