import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { attachmentKeysAmong } from '../../files/attachments/storage'
import { OLD_VERSIONS } from '../../messages/history/storage'
import { deleteHeldParts, messagesWithHeldParts } from '../../messages/holds/held-storage'
import { heldIdsAmong } from '../../messages/holds/keep'
import { endRelease, releasedUpTo, writeReleasedUpTo } from '../../messages/holds/storage'
import { deleteFileLater } from '../../realm/files/storage'

const MESSAGES_PER_BATCH = 500
const SECONDS_BETWEEN = 1

/** Deletes what only a hold kept that has ended, a batch at a time. */
export const releaseHeld: DueWork<Realm> = {
  name: 'release_held',
  run: (realm) => {
    const after = releasedUpTo(realm.sql)
    if (after === undefined) return undefined
    return realm.transaction(() => releaseAfter(realm, after)) ? realm.now() + SECONDS_BETWEEN : undefined
  },
}

/** Returns whether more may be left. */
function releaseAfter(realm: Realm, after: number): boolean {
  const ids = messagesWithHeldParts(realm.sql, after, MESSAGES_PER_BATCH)
  const heldIds = heldIdsAmong(realm, ids)
  release(
    realm,
    ids.filter((id) => !heldIds.has(id)),
  )
  const last = ids.at(-1)
  if (last !== undefined && ids.length === MESSAGES_PER_BATCH) {
    writeReleasedUpTo(realm.sql, last)
    return true
  }
  endRelease(realm.sql)
  return false
}

function release(realm: Realm, ids: readonly number[]): void {
  if (ids.length === 0) return
  const { messages, versions, keys } = deleteHeldParts(realm.sql, ids)
  if (messages.length > 0) realm.bodies.remove(messages, realm.log.takeId())
  if (versions.length > 0)
    realm.outbox.replace(OLD_VERSIONS, versions, realm.log.takeId(), { content: '', rendered_content: '' })
  const used = new Set(attachmentKeysAmong(realm.sql, keys))
  for (const key of keys) if (!used.has(key)) deleteFileLater(realm, key)
}
