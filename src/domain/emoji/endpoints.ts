import * as v from 'valibot'
import { files, text } from '../../api/params'
import { endpoint } from '../../edge'
import { filesUnavailable } from '../../store/files'
import { uploadTookTooLong } from '../files/errors'
import { PICTURE_BODY_LIMIT, pictureErrors } from '../files/picture-rules'
import { storeMoving } from '../files/store-picture'
import { anyUser, humansButGuests, theEdge } from '../users/callers'
import { accountIsDeactivated } from '../users/keys'
import { insufficientPermission } from '../users/rules'
import { addEmoji, beginAddingEmoji, deactivateEmoji } from './actions'
import { emojiShape } from './custom-emoji'
import { emojiNameErrors, mayNotRemoveEmoji, noSuchEmoji, oneFileForEmoji } from './name-rules'
import { emojiShown } from './shown'

const finishErrors = [insufficientPermission, uploadTookTooLong, accountIsDeactivated, ...emojiNameErrors]

export const getEmoji = endpoint({
  route: 'GET /realm/emoji',
  summary: 'The emoji of the organization’s own.',
  caller: anyUser,
  params: {},
  returns: { emoji: v.record(v.string(), emojiShape) },
  errors: [],
  decide: (realm) => ({ emoji: emojiShown(realm) }),
})

export const uploadEmoji = endpoint({
  route: 'POST /realm/emoji/:emoji_name',
  summary: 'Add an emoji of the organization’s own, from the one picture of a form.',
  caller: humansButGuests,
  params: { emoji_name: text(), file: files() },
  bodyLimit: PICTURE_BODY_LIMIT,
  returns: {},
  errors: [oneFileForEmoji, filesUnavailable, ...pictureErrors, ...finishErrors],
  // The picture stays at the edge.
  prepare: () => ({ file: [] }),
  decide: (realm, actor, { emoji_name }) => beginAddingEmoji(realm, actor, emoji_name),
  present: async (edge, begun, { emoji_name, file }) => {
    const stored = await storeMoving(edge, begun.picture, { files: file, refusal: oneFileForEmoji({}) })
    return edge.ask(finishAddingEmoji, { ...begun, name: emoji_name, ...stored })
  },
})

export const finishAddingEmoji = endpoint({
  route: 'INNER /finish_adding_emoji',
  summary: 'Add an emoji whose picture the edge has put away.',
  caller: theEdge,
  params: { user_id: v.number(), picture: text(), name: text(), ending: text(), has_still: v.boolean() },
  returns: {},
  errors: finishErrors,
  decide: (realm, _, emoji) => {
    addEmoji(realm, emoji)
    return {}
  },
})

export const removeEmoji = endpoint({
  route: 'DELETE /realm/emoji/:emoji_name',
  summary: 'Deactivate an emoji of the organization’s own.',
  caller: humansButGuests,
  params: { emoji_name: text() },
  returns: {},
  errors: [noSuchEmoji, mayNotRemoveEmoji],
  decide: (realm, actor, { emoji_name }) => deactivateEmoji(realm, actor, emoji_name),
})
