import { messageExtra, type MessageWithUploads, type Realm } from '../../../realm'
import { purposes } from '../../../outside/purposes'
import { userSettingsOf } from '../../people/user-settings/storage'
import { findUser } from '../../people/users/storage'
import { settingsOf } from '../../realm/settings/storage'
import { deleteLinkingMessages, putLinkingMessage } from './storage'

/** Notes the links of a message, of which the alarm fetches previews. Messages of bots have none, nor those of users without previews. */
export const linksOfMessages = messageExtra({
  field: 'link_previews',
  initialize: (realm, message) => {
    if (message.links.length > 0) noteLinks(realm, message)
  },
  update: (realm, message) => {
    deleteLinkingMessages(realm.sql, [message.id])
    noteLinks(realm, message)
    return []
  },
  delete: (realm, message_ids) => deleteLinkingMessages(realm.sql, message_ids),
})

function noteLinks(realm: Realm, { id, sender_id, links }: MessageWithUploads): void {
  if (links.length === 0 || !showsPreviews(realm)) return
  const sender = findUser(realm, sender_id)
  if (sender === undefined || sender.is_bot || !userSettingsOf(realm, sender).parley_link_previews) return
  putLinkingMessage(realm.sql, id, links, realm.now())
  realm.wakeAt(realm.now())
}

export const showsPreviews = (realm: Realm): boolean =>
  settingsOf(realm).inline_url_embed_preview && !realm.config.outside.disabled.has(purposes.link_previews.name)
