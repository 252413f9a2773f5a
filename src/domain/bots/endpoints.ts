import * as v from 'valibot'
import { boolean, integer, list, oneOf, optional, text } from '../../api/params'
import { endpoint } from '../../edge'
import { createBot, type NewBot } from '../accounts/create-bot'
import { deactivateBot } from '../accounts/deactivate'
import { lastOwnerStaysOwner } from '../accounts/rights'
import { botSeenToBy, updateBot } from '../accounts/update-bot'
import { invalidChannelName } from '../channels/rules'
import { anyUser, humans, humansButGuests, mustBeAdministrator, mustBeOwner } from '../users/callers'
import { pictureUrl } from '../users/profile'
import { emailInUse, insufficientPermission, invalidEmail, nameErrors, userIsDeactivated } from '../users/rules'
import { maybeUser } from '../users/storage'
import { ROLES } from '../users/user'
import { notAUrl, privateAddress } from './address-rules'
import { BOT_TYPES, defaultFields, GENERIC, INTERFACES } from './bot'
import { regenerateKey } from './keys'
import {
  botNameInUse,
  configurationTooLarge,
  embeddedBotsNotEnabled,
  noSuchBot,
  ownerDoesNotExist,
  ownerIsBot,
  ownerIsDeactivated,
  payloadUrlNotTaken,
  usernameInUse,
} from './rules'
import { keyOfBot } from './secrets'
import { allBots, botOf } from './storage'
import { forget, keyDoesNotExist, storageFull, storageHasNullBytes, store, storedBy, tooManyEntries } from './stored'

const config_data = v.record(v.string(), v.string())
const defaults = {
  default_sending_stream: optional(text()),
  default_events_register_stream: optional(text()),
  default_all_public_streams: optional(boolean()),
}

const shownDefaults = ({
  default_sending_stream,
  default_events_register_stream,
  default_all_public_streams,
}: NewBot['bot']) => ({
  default_sending_stream,
  default_events_register_stream,
  default_all_public_streams,
})

const setupErrors = [
  insufficientPermission,
  botNameInUse,
  payloadUrlNotTaken,
  notAUrl,
  privateAddress,
  configurationTooLarge,
  invalidChannelName,
  ...nameErrors,
]

export const getBots = endpoint({
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
        ...shownDefaults(botOf(realm, user.user_id)),
      })),
  }),
})

export const addBot = endpoint({
  route: 'POST /bots',
  summary: 'Make a bot of your own.',
  caller: humansButGuests,
  params: {
    full_name: text(),
    short_name: text(),
    bot_type: optional(oneOf(BOT_TYPES), GENERIC),
    payload_url: optional(text(), ''),
    service_name: optional(text()),
    interface_type: optional(oneOf(INTERFACES), 1),
    config_data: optional(config_data, {}),
    ...defaults,
  },
  returns: { user_id: v.number(), api_key: v.string(), avatar_url: v.string(), ...defaultFields },
  errors: [embeddedBotsNotEnabled, usernameInUse, invalidEmail, emailInUse, ...setupErrors],
  decide: (realm, actor, wanted) => {
    const { user, bot, api_key } = createBot(realm, actor, wanted)
    return { user_id: user.user_id, api_key, avatar_url: pictureUrl(user), ...shownDefaults(bot) }
  },
})

export const changeBot = endpoint({
  route: 'PATCH /bots/:bot_id',
  summary: 'Change a bot: its name, role and owner, and what it is set up for.',
  caller: anyUser,
  params: {
    bot_id: integer(),
    full_name: optional(text()),
    role: optional(oneOf(ROLES)),
    bot_owner_id: optional(integer()),
    config_data: optional(config_data),
    service_payload_url: optional(text()),
    service_interface: optional(oneOf(INTERFACES)),
    ...defaults,
  },
  returns: {
    full_name: v.string(),
    avatar_url: v.string(),
    service_interface: v.number(),
    service_payload_url: v.nullable(v.string()),
    config_data,
    ...defaultFields,
    bot_owner: v.optional(v.string()),
  },
  errors: [
    noSuchBot,
    ownerDoesNotExist,
    ownerIsDeactivated,
    ownerIsBot,
    mustBeOwner,
    mustBeAdministrator,
    lastOwnerStaysOwner,
    ...setupErrors,
  ],
  decide: (realm, actor, { bot_id, ...wished }) => {
    const { user, bot } = updateBot(realm, actor, bot_id, wished)
    const owner = user.bot_owner_id === null ? undefined : maybeUser(realm, user.bot_owner_id)
    return {
      full_name: user.full_name,
      avatar_url: pictureUrl(user),
      service_interface: bot.interface,
      service_payload_url: bot.payload_url || null,
      config_data: bot.config_data,
      ...shownDefaults(bot),
      ...(owner ? { bot_owner: owner.email } : {}),
    }
  },
})

const whichBot = { bot_id: integer() }

export const removeBot = endpoint({
  route: 'DELETE /bots/:bot_id',
  summary: 'Deactivate a bot.',
  caller: anyUser,
  params: whichBot,
  returns: {},
  errors: [noSuchBot, insufficientPermission, mustBeOwner, userIsDeactivated],
  decide: (realm, actor, { bot_id }) => deactivateBot(realm, botSeenToBy(realm, actor, bot_id)),
})

export const getBotApiKey = endpoint({
  route: 'GET /bots/:bot_id/api_key',
  summary: 'The key of a bot that you see to.',
  caller: humans,
  params: whichBot,
  returns: { api_key: v.string() },
  errors: [noSuchBot, insufficientPermission, mustBeOwner],
  decide: (realm, actor, { bot_id }) => ({ api_key: keyOfBot(realm, botSeenToBy(realm, actor, bot_id).user_id) }),
})

export const regenerateBotApiKey = endpoint({
  route: 'POST /bots/:bot_id/api_key/regenerate',
  summary: 'Give a bot another key. The old one lets nobody in any more.',
  caller: humans,
  params: whichBot,
  returns: { api_key: v.string() },
  errors: [noSuchBot, insufficientPermission, mustBeOwner],
  decide: (realm, actor, { bot_id }) => ({ api_key: regenerateKey(realm, botSeenToBy(realm, actor, bot_id)) }),
})

export const regenerateOwnApiKey = endpoint({
  route: 'POST /users/me/api_key/regenerate',
  summary: 'Get another key for yourself. All old ones let nobody in any more.',
  caller: anyUser,
  params: {},
  returns: { api_key: v.string() },
  errors: [],
  decide: (realm, actor) => ({ api_key: regenerateKey(realm, actor) }),
})

export const getBotStorage = endpoint({
  route: 'GET /bot_storage',
  summary: 'What you have stored: all of it, or what goes by some keys.',
  caller: anyUser,
  params: { keys: optional(list(text())) },
  returns: { storage: v.record(v.string(), v.string()) },
  errors: [keyDoesNotExist],
  decide: (realm, actor, { keys }) => ({ storage: storedBy(realm, actor, keys) }),
})

export const updateBotStorage = endpoint({
  route: 'PUT /bot_storage',
  summary: 'Store text by key.',
  caller: anyUser,
  params: { storage: v.record(v.string(), v.string()) },
  returns: {},
  errors: [storageFull, tooManyEntries, storageHasNullBytes],
  decide: (realm, actor, { storage }) => store(realm, actor, storage),
})

export const removeBotStorage = endpoint({
  route: 'DELETE /bot_storage',
  summary: 'Forget what you have stored: all of it, or what goes by some keys.',
  caller: anyUser,
  params: { keys: optional(list(text())) },
  returns: {},
  errors: [keyDoesNotExist],
  decide: (realm, actor, { keys }) => forget(realm, actor, keys),
})
