import * as v from 'valibot'
import { dictionary, integer, list, optional, shortText, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { botSeenToBy } from './update'
import { anyUser, humans, humansButGuests, mustBeOwner } from '../../people/users/callers'
import { pictureUrl } from '../../people/users/profile'
import { insufficientPermission } from '../../people/users/rules'
import { defaultFields, defaultsOf } from '../../people/bots/bot'
import { regenerateKey } from '../../people/bots/keys'
import { noSuchBot } from '../../people/bots/rules'
import { keyOfBot } from '../../people/bots/secrets'
import { allBots, botOf } from '../../people/bots/storage'
import {
  forget,
  keyDoesNotExist,
  MOST_CHARACTERS_AT_ONCE,
  MOST_ENTRIES_AT_ONCE,
  storageFull,
  storageHasNullBytes,
  store,
  storedBy,
  tooManyEntries,
  tooMuchAtOnce,
} from './stored'

export const getBots = endpoint.decision({
  route: 'GET /bots',
  summary: 'Your bots that are active, with their keys.',
  caller: humansButGuests,
  params: {},
  returns: {
    bots: v.array(
      v.strictObject({
        username: v.string(),
        full_name: v.string(),
        api_key: v.string(),
        avatar_url: v.string(),
        ...defaultFields,
      }),
    ),
  },
  errors: [],
  decide: (realm, actor) => ({
    bots: allBots(realm)
      .filter((user) => user.is_active && user.bot_owner_id === actor.user_id)
      .map((user) => ({
        username: user.email,
        full_name: user.full_name,
        api_key: keyOfBot(realm, user.user_id),
        avatar_url: pictureUrl(user),
        ...defaultsOf(botOf(realm, user.user_id)),
      })),
  }),
})

const whichBot = { bot_id: integer() }
export const getBotApiKey = endpoint.decision({
  route: 'GET /bots/:bot_id/api_key',
  summary: 'The key of a bot that you see to.',
  caller: humans,
  params: whichBot,
  returns: { api_key: v.string() },
  errors: [noSuchBot, insufficientPermission, mustBeOwner],
  decide: (realm, actor, { bot_id }) => ({ api_key: keyOfBot(realm, botSeenToBy(realm, actor, bot_id).user_id) }),
})

export const regenerateBotApiKey = endpoint.decision({
  route: 'POST /bots/:bot_id/api_key/regenerate',
  summary: 'Give a bot another key. The old one lets nobody in any more.',
  caller: humans,
  params: whichBot,
  returns: { api_key: v.string() },
  errors: [noSuchBot, insufficientPermission, mustBeOwner],
  decide: (realm, actor, { bot_id }) => ({ api_key: regenerateKey(realm, botSeenToBy(realm, actor, bot_id)) }),
})

export const regenerateOwnApiKey = endpoint.decision({
  route: 'POST /users/me/api_key/regenerate',
  summary: 'Get another key for yourself. All old ones let nobody in any more.',
  caller: anyUser,
  params: {},
  returns: { api_key: v.string() },
  errors: [],
  decide: (realm, actor) => ({ api_key: regenerateKey(realm, actor) }),
})

export const getBotStorage = endpoint.decision({
  route: 'GET /bot_storage',
  summary: 'What you have stored: all of it, or what goes by some keys.',
  caller: anyUser,
  params: { keys: optional(list(shortText(), MOST_ENTRIES_AT_ONCE)) },
  returns: { storage: v.record(v.string(), v.string()) },
  verbatim: true,
  errors: [keyDoesNotExist, tooMuchAtOnce],
  decide: (realm, actor, { keys }) => ({ storage: storedBy(realm, actor, keys) }),
})

export const updateBotStorage = endpoint.decision({
  route: 'PUT /bot_storage',
  summary: 'Store text by key.',
  caller: anyUser,
  params: { storage: dictionary(shortText(), text(MOST_CHARACTERS_AT_ONCE), MOST_ENTRIES_AT_ONCE) },
  returns: {},
  errors: [storageFull, tooManyEntries, storageHasNullBytes],
  decide: (realm, actor, { storage }) => store(realm, actor, storage),
})

export const removeBotStorage = endpoint.decision({
  route: 'DELETE /bot_storage',
  summary: 'Forget what you have stored: all of it, or what goes by some keys.',
  caller: anyUser,
  params: { keys: optional(list(shortText(), MOST_ENTRIES_AT_ONCE)) },
  returns: {},
  errors: [keyDoesNotExist],
  decide: (realm, actor, { keys }) => forget(realm, actor, keys),
})
