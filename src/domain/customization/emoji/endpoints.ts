import * as v from 'valibot'
import { files, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { allEmojiNames, EXTRA_EMOJI_URL } from '../../../markdown/emoji-names'
import { filesUnavailable } from '../../../store/files'
import { anyone, anyUser, humansButGuests } from '../../people/users/callers'
import { insufficientPermission } from '../../people/users/rules'
import { uploadTookTooLong } from '../../realm/files/errors'
import { pngResponse, CACHED_FOR_A_DAY } from '../../realm/files/static-responses'
import { MAX_PICTURE_BODY_BYTES, pictureErrors } from '../pictures/rules'
import { storeEmoji } from '../pictures/store-picture'
import { addEmoji, beginEmojiUpload, deactivateEmoji } from './actions'
import { emojiShape } from './custom-emoji'
import { EMOJI_NAMES_PATH } from './events'
import { emojiNameErrors, cannotRemoveEmoji, customEmojiDoesNotExist, oneEmojiFileOnly } from './name-rules'
import { extraEmojiPng } from './extra-emoji'
import { wireCustomEmoji } from './wire-emoji'

export const getEmoji = endpoint.decision({
  route: 'GET /realm/emoji',
  summary: 'Get the custom emoji of the organization.',
  caller: anyUser,
  params: {},
  returns: { emoji: v.record(v.string(), emojiShape) },
  errors: [],
  decide: (realm) => ({ emoji: wireCustomEmoji(realm) }),
})

export const uploadEmoji = endpoint.twoStep({
  route: 'POST /realm/emoji/:emoji_name',
  summary: 'Add a custom emoji. The form has one picture.',
  caller: humansButGuests,
  params: { emoji_name: shortText(), file: files() },
  bodyLimit: MAX_PICTURE_BODY_BYTES,
  returns: {},
  errors: [
    oneEmojiFileOnly,
    filesUnavailable,
    insufficientPermission,
    uploadTookTooLong,
    ...pictureErrors,
    ...emojiNameErrors,
  ],
  // Only the Worker needs the picture: the realm gets the name.
  prepare: () => ({ file: [] }),
  decide: (realm, actor, { emoji_name }) => ({ begun: beginEmojiUpload(realm, actor, emoji_name) }),
  work: async (edge, upload, { emoji_name, file }) => ({
    picture: upload.token,
    name: emoji_name,
    ...(await storeEmoji(edge, upload, { files: file, refusal: oneEmojiFileOnly({}) })),
  }),
  finish: (realm, actor, emoji) => addEmoji(realm, actor, emoji),
})

export const removeEmoji = endpoint.decision({
  route: 'DELETE /realm/emoji/:emoji_name',
  summary: 'Deactivate a custom emoji.',
  caller: humansButGuests,
  params: { emoji_name: shortText() },
  returns: {},
  errors: [customEmojiDoesNotExist, cannotRemoveEmoji],
  decide: (realm, actor, { emoji_name }) => deactivateEmoji(realm, actor, emoji_name),
})

export const getEmojiNames = endpoint.public({
  route: `GET site:${EMOJI_NAMES_PATH}`,
  summary: 'Get the names of all Unicode emoji, by code. The first name is the most common one.',
  caller: anyone,
  params: {},
  errors: [],
  serve: () => Response.json({ code_to_names: Object.fromEntries(allEmojiNames()) }, { headers: CACHED_FOR_A_DAY }),
})

export const getExtraEmoji = endpoint.public({
  route: `GET site:${EXTRA_EMOJI_URL}`,
  summary: 'Get the picture of the product’s own emoji.',
  caller: anyone,
  params: {},
  errors: [],
  serve: () => pngResponse(extraEmojiPng()),
})
