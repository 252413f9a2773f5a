import * as v from 'valibot'
import { files, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { allEmojiNames, EXTRA_EMOJI_URL } from '../../../markdown/emoji-names'
import { filesUnavailable } from '../../../store/files'
import { anyone, anyUser, humansButGuests } from '../../people/users/callers'
import { insufficientPermission } from '../../people/users/rules'
import { uploadTookTooLong } from '../../realm/files/errors'
import { drawing, FOR_A_DAY } from '../../realm/files/of-the-server'
import { PICTURE_BODY_LIMIT, pictureErrors } from '../pictures/rules'
import { storeMoving } from '../pictures/store-picture'
import { addEmoji, beginAddingEmoji, deactivateEmoji } from './actions'
import { emojiShape } from './custom-emoji'
import { EMOJI_DATA_PATH } from './events'
import { emojiNameErrors, mayNotRemoveEmoji, noSuchEmoji, oneFileForEmoji } from './name-rules'
import { OUR_EMOJI_DRAWN } from './our-emoji'
import { emojiShown } from './shown'

export const getEmoji = endpoint.decision({
  route: 'GET /realm/emoji',
  summary: 'The emoji of the organization’s own.',
  caller: anyUser,
  params: {},
  returns: { emoji: v.record(v.string(), emojiShape) },
  errors: [],
  decide: (realm) => ({ emoji: emojiShown(realm) }),
})

export const uploadEmoji = endpoint.twoStep({
  route: 'POST /realm/emoji/:emoji_name',
  summary: 'Add a custom emoji, from the one picture of a form.',
  caller: humansButGuests,
  params: { emoji_name: shortText(), file: files() },
  bodyLimit: PICTURE_BODY_LIMIT,
  returns: {},
  errors: [
    oneFileForEmoji,
    filesUnavailable,
    insufficientPermission,
    uploadTookTooLong,
    ...pictureErrors,
    ...emojiNameErrors,
  ],
  // The picture stays in the Worker.
  prepare: () => ({ file: [] }),
  decide: (realm, actor, { emoji_name }) => ({ begun: beginAddingEmoji(realm, actor, emoji_name) }),
  work: async (edge, picture, { emoji_name, file }) => ({
    picture,
    name: emoji_name,
    ...(await storeMoving(edge, picture, { files: file, refusal: oneFileForEmoji({}) })),
  }),
  finish: (realm, actor, emoji) => addEmoji(realm, actor, emoji),
})

export const removeEmoji = endpoint.decision({
  route: 'DELETE /realm/emoji/:emoji_name',
  summary: 'Deactivate an emoji of the organization’s own.',
  caller: humansButGuests,
  params: { emoji_name: shortText() },
  returns: {},
  errors: [noSuchEmoji, mayNotRemoveEmoji],
  decide: (realm, actor, { emoji_name }) => deactivateEmoji(realm, actor, emoji_name),
})

export const getEmojiNames = endpoint.public({
  route: `GET site:${EMOJI_DATA_PATH}`,
  summary: 'What everybody’s emoji are called, by their codes; the first name of each is the usual one.',
  caller: anyone,
  params: {},
  errors: [],
  serve: () => Response.json({ code_to_names: Object.fromEntries(allEmojiNames()) }, { headers: FOR_A_DAY }),
})

export const getOurEmoji = endpoint.public({
  route: `GET site:${EXTRA_EMOJI_URL}`,
  summary: 'The picture of the product’s own emoji.',
  caller: anyone,
  params: {},
  errors: [],
  serve: () => drawing(OUR_EMOJI_DRAWN),
})
