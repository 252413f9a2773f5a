import * as v from 'valibot'
import { dictionary, integer, list, optional, shortText, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { requireManagedBot } from './update-bot'
import { anyUser, bots, humansButGuests, mustBeOwner } from '../../people/users/callers'
import { insufficientPermission } from '../../people/users/rules'
import { defaultFields, defaultsOf } from '../../people/bots/bot'
import { noSuchBot } from '../../people/bots/rules'
import { keyOfBot } from '../../people/bots/secrets'
import { allBots, botOf } from '../../people/bots/storage'
import { getEntries, removeEntries, storeEntries } from './bot-storage-actions'
import {
  keyDoesNotExist,
  MAX_CHARACTERS_AT_ONCE,
  MAX_ENTRIES_AT_ONCE,
  responseTooLarge,
  storageFull,
  storageHasNullBytes,
  tooManyEntries,
} from './bot-storage-rules'
import { avatarUrl } from '../../people/users/avatar'
import { regenerateKey } from '../../people/bots/actions'

export const getBots = endpoint.decision({
  route: 'GET /bots',
  summary: 'Get your active bots, with their API keys.',
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
        avatar_url: avatarUrl(user),
        ...defaultsOf(botOf(realm, user.user_id)),
      })),
  }),
})

const botParam = { bot_id: integer() }
export const getBotApiKey = endpoint.decision({
  route: 'GET /bots/:bot_id/api_key',
  summary: 'Get the API key of a bot that you manage.',
  caller: humansButGuests,
  params: botParam,
  returns: { api_key: v.string() },
  errors: [noSuchBot, insufficientPermission, mustBeOwner],
  decide: (realm, actor, { bot_id }) => ({ api_key: keyOfBot(realm, requireManagedBot(realm, actor, bot_id).user_id) }),
})

export const regenerateBotApiKey = endpoint.decision({
  route: 'POST /bots/:bot_id/api_key/regenerate',
  summary: 'Replace the API key of a bot. The old key stops working.',
  caller: humansButGuests,
  params: botParam,
  returns: { api_key: v.string() },
  errors: [noSuchBot, insufficientPermission, mustBeOwner],
  decide: (realm, actor, { bot_id }) => ({ api_key: regenerateKey(realm, requireManagedBot(realm, actor, bot_id)) }),
})

export const regenerateOwnApiKey = endpoint.decision({
  route: 'POST /users/me/api_key/regenerate',
  summary: 'Replace your own API keys by one new key. All old keys stop working.',
  caller: anyUser,
  params: {},
  returns: { api_key: v.string() },
  errors: [],
  decide: (realm, actor) => ({ api_key: regenerateKey(realm, actor) }),
})

export const getBotStorage = endpoint.decision({
  route: 'GET /bot_storage',
  summary: 'Get your stored texts: all, or those with the given keys.',
  caller: bots,
  params: { keys: optional(list(shortText(), MAX_ENTRIES_AT_ONCE)) },
  returns: { storage: v.record(v.string(), v.string()) },
  verbatim: true,
  errors: [keyDoesNotExist, responseTooLarge],
  decide: (realm, actor, { keys }) => ({ storage: getEntries(realm, actor, keys) }),
})

export const updateBotStorage = endpoint.decision({
  route: 'PUT /bot_storage',
  summary: 'Store texts by key. Each replaces the text with the same key.',
  caller: bots,
  params: { storage: dictionary(shortText(), text(MAX_CHARACTERS_AT_ONCE), MAX_ENTRIES_AT_ONCE) },
  returns: {},
  errors: [storageFull, tooManyEntries, storageHasNullBytes],
  decide: (realm, actor, { storage }) => storeEntries(realm, actor, storage),
})

export const removeBotStorage = endpoint.decision({
  route: 'DELETE /bot_storage',
  summary: 'Delete your stored texts: all, or those with the given keys.',
  caller: bots,
  params: { keys: optional(list(shortText(), MAX_ENTRIES_AT_ONCE)) },
  returns: {},
  errors: [keyDoesNotExist],
  decide: (realm, actor, { keys }) => removeEntries(realm, actor, keys),
})
