import * as v from 'valibot'
import { files, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { allEmojiNames, EXTRA_EMOJI_URL } from '../../../markdown/emoji-names'
import { filesUnavailable } from '../../../store/files'
import { anyone, anyUser, humansButGuests, theEdge } from '../../people/users/callers'
import { accountIsDeactivated } from '../../people/users/keys'
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
  params: { emoji_name: shortText(), file: files() },
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
  params: { user_id: v.number(), picture: v.string(), name: v.string(), ending: v.string(), has_still: v.boolean() },
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
  params: { emoji_name: shortText() },
  returns: {},
  errors: [noSuchEmoji, mayNotRemoveEmoji],
  decide: (realm, actor, { emoji_name }) => deactivateEmoji(realm, actor, emoji_name),
})

export const getEmojiNames = endpoint({
  route: `GET site:${EMOJI_DATA_PATH}`,
  summary: 'What everybody’s emoji are called, by their codes; the first name of each is the usual one.',
  caller: anyone,
  params: {},
  returns: {},
  errors: [],
  isPublic: true,
  decide: () => undefined,
  serve: () => Response.json({ code_to_names: Object.fromEntries(allEmojiNames()) }, { headers: FOR_A_DAY }),
})

export const getOurEmoji = endpoint({
  route: `GET site:${EXTRA_EMOJI_URL}`,
  summary: 'The picture of the product’s own emoji.',
  caller: anyone,
  params: {},
  returns: {},
  errors: [],
  isPublic: true,
  decide: () => undefined,
  serve: () => drawing(OUR_EMOJI_DRAWN),
})
