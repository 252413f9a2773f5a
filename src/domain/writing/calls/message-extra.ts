import { messageExtra, type MessageWithUploads, type Realm } from '../../../realm'
import { deleteCallLinks, insertCallLink } from '../../messages/calls/link-storage'
import { findCall } from '../../messages/calls/storage'
import { ownUrl } from '../../realm/settings/own-url'
import { endCall } from './end'
import { digitsIn } from './link-rules'

/** A call ends with its message. */
export const callsOfMessages = messageExtra({
  field: 'parley_call',
  delete: (realm, message_ids) => {
    for (const id of message_ids) if (findCall(realm, id)) endCall(realm, id, 'ended')
  },
})

/** The links that clients of Jitsi write, if the organization named this server as its Jitsi server. */
export const callLinksOfMessages = messageExtra({
  field: 'parley_call_link',
  initialize: (realm, message) => noteLink(realm, message),
  update: (realm, message) => {
    deleteCallLinks(realm.sql, [message.id])
    noteLink(realm, message)
    return []
  },
  delete: (realm, message_ids) => deleteCallLinks(realm.sql, message_ids),
})

function noteLink(realm: Realm, { id, links }: MessageWithUploads): void {
  if (links.length === 0) return
  const digits = digitsIn(links, ownUrl(realm))
  if (digits !== undefined) insertCallLink(realm.sql, digits, id)
}
