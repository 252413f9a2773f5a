import type { DueWork } from '../../../events/due-work'
import type { Realm } from '../../../realm'
import { removeAttachment } from '../../files/attachments/actions'
import type { Attachment } from '../../files/attachments/attachment'
import { tokenOf, UNCLAIMED_SECONDS } from '../../files/attachments/rules'
import { firstUnclaimed, unclaimedSince, writeUnclaimed } from '../../files/attachments/storage'
import { isInScheduledMessage } from '../scheduled-messages/storage'

const FILES_PER_BITE = 100

/** Files that no message has held for some weeks go. One that is yet to be sent waits with what it is to be sent in. */
export const deleteUnreferencedFiles: DueWork<Realm> = {
  name: 'collect_unreferenced_files',
  run: (realm) => {
    const since = realm.now() - UNCLAIMED_SECONDS
    realm.transaction(() => {
      for (const file of unclaimedSince(realm, since, FILES_PER_BITE)) collect(realm, file)
    })
    const next = firstUnclaimed(realm)
    return next === undefined ? undefined : Math.max(next + UNCLAIMED_SECONDS, realm.now() + 1)
  },
}

function collect(realm: Realm, file: Attachment): void {
  // However an address is written, these letters stand in it as they are.
  if (isInScheduledMessage(realm.sql, tokenOf(file.path_id))) writeUnclaimed(realm, file, realm.now())
  else removeAttachment(realm, file)
}
