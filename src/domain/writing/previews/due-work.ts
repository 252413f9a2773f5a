import type { DueWork } from '../../../events/due-work'
import { replacePlaceholders } from '../../../markdown/picture-previews'
import type { Realm } from '../../../realm'
import type { Attachment } from '../../files/attachments/attachment'
import { findLinkedPath, uploadedPicture } from '../../files/attachments/rules'
import {
  findAttachment,
  messageIdsWithFile,
  nextThumbnailDue,
  thumbnailsDue,
  updateThumbnail,
} from '../../files/attachments/storage'
import { giveUpThumbnail } from '../../files/thumbnails/actions'
import { NEWEST_ANCHOR } from '../../realm/settings/limits'
import { changeRendering } from './change-rendering'

const FILES_PER_BATCH = 20
// A picture is in few messages while its thumbnail is being made.
const MAX_MESSAGES = 200

/** Updates the messages that show a placeholder, when the thumbnail of their picture was made, or will not be made. */
export const showThumbnails: DueWork<Realm> = {
  name: 'show_thumbnails',
  run: async (realm) => {
    for (const file of thumbnailsDue(realm.sql, realm.now(), FILES_PER_BATCH)) await showThumbnail(realm, file)
    return nextThumbnailDue(realm.sql)
  },
}

async function showThumbnail(realm: Realm, due: Attachment): Promise<void> {
  const isLate = due.thumbnail === 'pending' || due.thumbnail === 'requested'
  const wasShown = due.thumbnail === 'requested'
  const file = isLate ? realm.transaction(() => giveUpThumbnail(realm, due)) : due
  const picture = uploadedPicture(file)
  const ids =
    wasShown || picture === undefined ? [] : messageIdsWithFile(realm.sql, file.id, NEWEST_ANCHOR, MAX_MESSAGES)
  for (const id of ids)
    await changeRendering(realm, id, ({ rendered_content }) =>
      replacePlaceholders(rendered_content, (path) => (findLinkedPath(path) === file.path_id ? picture : undefined)),
    )
  realm.transaction(() => {
    const current = findAttachment(realm.sql, file.id)
    if (current) updateThumbnail(realm.sql, current, { ...current, thumbnail_due: null })
  })
}
