import type { Realm } from '../../../realm'
import type { User } from '../../people/users/user'
import { MessageAccess } from '../access/access'
import { rowsWithIds } from '../message-index/storage'
import { loadMessages, type LoadedMessages } from '../pages/load-messages'
import { NEWEST_ANCHOR } from '../../realm/settings/limits'
import { versionsOfIds } from '../message-index/version-storage'
import { onlyKept, takeKept } from './kept-messages'
import { MAX_MESSAGES_PER_PAGE } from './digest-rules'

/** Messages for a client that keeps them. */
export type KeptPage = {
  loaded: LoadedMessages
  versions: Map<number, number>
  /** All kept messages from this id on are on this page, or on those before it; 0: there are no older ones. */
  reached: number | undefined
}

const OPTIONS = { client_gravatar: false, knowsEmptyTopic: true }

/** Returns kept messages before an id, the newest first, as many as one page has. */
export function pageBefore(realm: Realm, reader: User, before: number = NEWEST_ANCHOR): KeptPage {
  const access = new MessageAccess(realm, reader)
  const { rows, next = 0 } = takeKept(access, before, MAX_MESSAGES_PER_PAGE)
  return { ...loadPage(realm, reader, rows), reached: next }
}

/** Returns those of these messages that the user keeps, the newest first. */
export function pageOfIds(realm: Realm, reader: User, message_ids: readonly number[]): KeptPage {
  const rows = onlyKept(new MessageAccess(realm, reader), rowsWithIds(realm.sql, message_ids)).reverse()
  return { ...loadPage(realm, reader, rows), reached: undefined }
}

function loadPage(realm: Realm, reader: User, rows: Parameters<typeof loadMessages>[2]) {
  const { histories, ...loaded } = loadMessages(realm, reader, rows, OPTIONS)
  // Clients keep when a message was edited, and ask for its earlier texts when a user wants to see them.
  const timesOnly = new Map([...histories].map(([id, history]) => [id, { ...history, changes: [] }]))
  const versions = versionsOfIds(
    realm.sql,
    rows.map(({ id }) => id),
  )
  return { loaded: { ...loaded, histories: timesOnly }, versions }
}
