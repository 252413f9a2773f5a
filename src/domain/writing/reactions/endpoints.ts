import { integer, oneOf, optional, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { EMOJI_TYPES, emojiErrors } from '../../customization/emoji/rules'
import { invalidMessage } from '../../messages/message-index/rules'
import { anyUser } from '../../people/users/callers'
import { react, withdrawReaction } from './actions'
import { emojiRequired, reactionAlreadyExists, reactionDoesNotExist } from './rules'

export const addReaction = endpoint.decision({
  route: 'POST /messages/:message_id/reactions',
  summary: 'React to a message with an emoji.',
  agentScopes: ['messages:write'],
  sharesCommit: true,
  caller: anyUser,
  params: {
    message_id: integer(),
    emoji_name: shortText(),
    emoji_code: optional(shortText()),
    reaction_type: optional(oneOf(EMOJI_TYPES)),
  },
  returns: {},
  errors: [invalidMessage, reactionAlreadyExists, ...emojiErrors],
  decide: (realm, actor, { message_id, ...emoji }) => react(realm, actor, message_id, emoji),
})

export const removeReaction = endpoint.decision({
  route: 'DELETE /messages/:message_id/reactions',
  summary: 'Remove your reaction from a message.',
  agentScopes: ['messages:write'],
  sharesCommit: true,
  caller: anyUser,
  params: {
    message_id: integer(),
    emoji_name: optional(shortText()),
    emoji_code: optional(shortText()),
    reaction_type: optional(oneOf(EMOJI_TYPES)),
  },
  returns: {},
  errors: [invalidMessage, emojiRequired, reactionDoesNotExist, ...emojiErrors],
  decide: (realm, actor, { message_id, ...emoji }) => withdrawReaction(realm, actor, message_id, emoji),
})
