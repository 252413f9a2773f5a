import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { removeAttachment } from '../../files/attachments/actions'
import type { Attachment } from '../../files/attachments/attachment'
import { tokenOfPath, UNREFERENCED_SECONDS } from '../../files/attachments/rules'
import {
  filesUnreferencedSince,
  firstUnreferencedSince,
  updateUnreferencedSince,
} from '../../files/attachments/storage'
import { isInScheduledMessage } from '../scheduled-messages/storage'

const FILES_PER_BATCH = 100

/** Deletes files that no message has contained for some weeks. Files of scheduled messages stay. */
export const deleteUnreferencedFiles: DueWork<Realm> = {
  name: 'collect_unreferenced_files',
  run: (realm) => {
    const since = realm.now() - UNREFERENCED_SECONDS
    realm.transaction(() => {
      for (const file of filesUnreferencedSince(realm.sql, since, FILES_PER_BATCH)) deleteUnlessScheduled(realm, file)
    })
    const next = firstUnreferencedSince(realm.sql)
    return next === undefined ? undefined : Math.max(next + UNREFERENCED_SECONDS, realm.now() + 1)
  },
}

function deleteUnlessScheduled(realm: Realm, file: Attachment): void {
  // The token is part of the file's URL in every form that a message can contain.
  if (isInScheduledMessage(realm.sql, tokenOfPath(file.path_id))) updateUnreferencedSince(realm.sql, file, realm.now())
  else removeAttachment(realm, file)
}
