import * as v from 'valibot'
import { tooLong } from '../../../api/parameter-errors'
import { naturalNumber, optional, shortText, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { invalidChannelId } from '../../channels/channels/rules'
import { requireReadableChannel } from '../../channels/subscriptions/access'
import { invalidMessage } from '../../messages/message-index/rules'
import { noSuchTopic } from '../../messages/read-state/rules'
import { anyUser } from '../../people/users/callers'
import { visiblePins } from './access'
import { addBookmark, pinMessage, unpin } from './actions'
import { pinShape } from './pin'
import {
  alreadyPinned,
  invalidBookmarkUrl,
  MAX_URL_LENGTH,
  notPermittedToPin,
  onlyChannelMessages,
  pinDoesNotExist,
  titleEmpty,
  tooManyPins,
} from './rules'

export const getPins = endpoint.decision({
  route: 'GET /parley/streams/:stream_id/pins',
  summary: 'Get the pinned messages and the bookmarks of a channel that you can see, the newest first.',
  note: 'The topic of a bookmark is `null` if it belongs to the whole channel. The general chat has the empty name.',
  caller: anyUser,
  params: { stream_id: naturalNumber() },
  returns: { pins: v.array(pinShape) },
  errors: [invalidChannelId],
  decide: (realm, actor, { stream_id }) => ({
    pins: visiblePins(realm, actor, requireReadableChannel(realm, actor, stream_id)),
  }),
})

export const pinOneMessage = endpoint.decision({
  route: 'POST /parley/messages/:message_id/pin',
  summary: 'Pin a message of a channel for all who can read it.',
  note: 'Users who may resolve topics in the channel, or administer it, may pin and unpin.',
  caller: anyUser,
  params: { message_id: naturalNumber() },
  returns: { pin_id: v.number() },
  errors: [invalidMessage, onlyChannelMessages, notPermittedToPin, alreadyPinned, tooManyPins],
  decide: (realm, actor, { message_id }) => ({ pin_id: pinMessage(realm, actor, message_id).id }),
})

export const createBookmark = endpoint.decision({
  route: 'POST /parley/streams/:stream_id/bookmarks',
  summary: 'Add a link with a title to a channel, or to one of its topics.',
  note: 'Without `topic`, the bookmark belongs to the whole channel.',
  caller: anyUser,
  params: { stream_id: naturalNumber(), topic: optional(shortText()), title: shortText(), url: text(MAX_URL_LENGTH) },
  returns: { pin_id: v.number() },
  errors: [invalidChannelId, notPermittedToPin, titleEmpty, tooLong, invalidBookmarkUrl, noSuchTopic, tooManyPins],
  decide: (realm, actor, bookmark) => ({ pin_id: addBookmark(realm, actor, bookmark).id }),
})

export const removePin = endpoint.decision({
  route: 'DELETE /parley/pins/:pin_id',
  summary: 'Unpin a message, or remove a bookmark.',
  caller: anyUser,
  params: { pin_id: naturalNumber() },
  returns: {},
  errors: [pinDoesNotExist, notPermittedToPin],
  decide: (realm, actor, { pin_id }) => unpin(realm, actor, pin_id),
})
