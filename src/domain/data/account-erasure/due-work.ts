import type { DueWork } from '../../../events/due-work'
import { BYTES_PER_BATCH } from '../../../store/bodies'
import type { Realm } from '../../../realm'
import { findDirectConversation } from '../../channels/topics/lookup-storage'
import { removeAttachment } from '../../files/attachments/actions'
import { attachmentsOfOwner } from '../../files/attachments/storage'
import { OLD_VERSIONS } from '../../messages/history/storage'
import { rowsOfConversationAfter } from '../../messages/message-index/conversation-storage'
import { keepText } from '../../messages/holds/keep'
import type { IndexRow } from '../../messages/message-index/message'
import { rowsBySenderAfter } from '../../messages/message-index/storage'
import { NEWEST_ANCHOR } from '../../realm/settings/limits'
import { deleteMessagesOf } from '../../writing/deletion/actions'
import { changeTexts } from '../../writing/previews/change-rendering'
import { mentionMark, withoutName } from './rules'
import {
  deleteWork,
  messagesOfEdits,
  messagesWithMark,
  nextWork,
  versionsWithMark,
  writeWork,
  type Work,
} from './storage'

const MESSAGES_PER_BATCH = 100
const PAGES_PER_RUN = 20
const SECONDS_BETWEEN = 1
const SECONDS_TO_WAIT_FOR_D1 = 60

/** Does a page of a step. Returns where the step continues, or undefined at its end. */
type Step = (realm: Realm, work: Work) => Promise<number | undefined> | number | undefined

const STEPS: Record<string, Step> = {
  messages: deleteOwnMessages,
  files: deleteOwnFiles,
  mentions: renameInMessages,
  versions: renameInVersions,
}

export const FIRST_STEP = 'messages'

/** Erases what is left of erased accounts: messages, files, and their names in mentions. */
export const continueErasures: DueWork<Realm> = {
  name: 'continue_erasures',
  run: async (realm) => {
    for (let pages = 0; pages < PAGES_PER_RUN; pages++) {
      const work = nextWork(realm.sql)
      if (work === undefined) return undefined
      // The last steps search in D1.
      await realm.outbox.drain()
      if (realm.outbox.waiting > 0) return realm.now() + SECONDS_TO_WAIT_FOR_D1
      const position = await STEPS[work.step]?.(realm, work)
      realm.transaction(() => advance(realm, work, position))
    }
    return realm.now() + SECONDS_BETWEEN
  },
}

function advance(realm: Realm, work: Work, position: number | undefined): void {
  const names = Object.keys(STEPS)
  const next = names[names.indexOf(work.step) + 1]
  if (position !== undefined) writeWork(realm.sql, { ...work, position })
  else if (next !== undefined) writeWork(realm.sql, { ...work, step: next, position: 0 })
  else deleteWork(realm.sql, work.user_id)
}

/** Deletes the messages of the user: all messages, or only messages that no other user received. */
function deleteOwnMessages(realm: Realm, { user_id, deletes_messages }: Work): number | undefined {
  return realm.transaction(() => {
    const rows = deletes_messages
      ? rowsBySenderAfter(realm.sql, user_id, 0, MESSAGES_PER_BATCH)
      : notesOf(realm, user_id)
    deleteMessagesOf(realm, rows)
    return rows.length > 0 ? 0 : undefined
  })
}

function notesOf(realm: Realm, user_id: number): IndexRow[] {
  const notes = findDirectConversation(realm, [user_id])
  return notes === undefined ? [] : rowsOfConversationAfter(realm.sql, notes.id, 0, MESSAGES_PER_BATCH)
}

/** Deletes the files of the user that no message contains. If the user wanted to delete the messages: also those in messages of others. */
function deleteOwnFiles(realm: Realm, { user_id, deletes_messages, position }: Work): number | undefined {
  const { rows } = attachmentsOfOwner(realm.sql, user_id, position || NEWEST_ANCHOR, BYTES_PER_BATCH / 16)
  realm.transaction(() => {
    for (const file of rows) if (deletes_messages || file.unreferenced_since !== null) removeAttachment(realm, file)
  })
  return rows.at(-1)?.id
}

async function renameInMessages(realm: Realm, { user_id, position: after }: Work): Promise<number | undefined> {
  if (after >= realm.messageIds.last) return undefined
  const { found, position } = await messagesWithMark(realm.databases.texts, { mark: mentionMark(user_id), after })
  for (const id of found)
    await changeTexts(realm, id, (body) => {
      keepText(realm, id, realm.log.takeId(), body)
      return withoutName(body, user_id)
    })
  return position
}

async function renameInVersions(realm: Realm, { user_id, position: after }: Work): Promise<number | undefined> {
  const versions = await versionsWithMark(realm.databases.texts, { mark: mentionMark(user_id), after })
  realm.transaction(() => {
    const messages = messagesOfEdits(
      realm.sql,
      versions.map(({ id }) => id),
    )
    for (const { id, ...texts } of versions) {
      const message_id = messages.get(id)
      if (message_id === undefined) continue
      keepText(realm, message_id, id, texts)
      realm.outbox.put(OLD_VERSIONS, id, realm.log.takeId(), withoutName(texts, user_id))
    }
  })
  return versions.at(-1)?.id
}
