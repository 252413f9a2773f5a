import * as v from 'valibot'
import {
  boolean,
  dictionary,
  files,
  integer,
  oneOf,
  optional,
  shortText,
  shortTextOrJson,
  text,
} from '../../../api/params'
import { endpoint } from '../../../edge'
import type { Realm } from '../../../realm'
import { filesUnavailable } from '../../../store/files'
import { createBot, refuseNewBot } from './create'
import { lastOwnerStaysOwner } from '../users/rights'
import { botSeenToBy, updateBot } from './update'
import { oneFileOnly } from '../../files/attachments/rules'
import { givePicture } from '../avatars/actions'
import { invalidChannelName } from '../../channels/channels/rules'
import { uploadTookTooLong } from '../../realm/files/errors'
import { PICTURE_BODY_LIMIT, pictureErrors } from '../../customization/pictures/rules'
import { beginPicture } from '../../customization/pictures/pictures'
import { storeStill } from '../../customization/pictures/store-picture'
import { anyUser, humansButGuests, mustBeAdministrator, mustBeOwner } from '../../people/users/callers'
import { pictureUrl } from '../../people/users/profile'
import { emailInUse, insufficientPermission, invalidEmail, nameErrors } from '../../people/users/rules'
import { maybeUser } from '../../people/users/storage'
import { BOT_TYPES, GENERIC_BOT, ROLES, type User } from '../../people/users/user'
import { notAUrl, privateAddress } from '../../people/bots/payload-url-rules'
import { defaultFields, defaultsOf, INTERFACES } from '../../people/bots/bot'
import {
  botNameInUse,
  configurationTooLarge,
  embeddedBotsNotEnabled,
  MOST_CONFIGURATION,
  MOST_CONFIGURED,
  noSuchBot,
  ownerDoesNotExist,
  ownerIsBot,
  ownerIsDeactivated,
  payloadUrlNotTaken,
  usernameInUse,
} from '../../people/bots/rules'
import { keyOfBot } from '../../people/bots/secrets'
import { botOf } from '../../people/bots/storage'

/**
 * Making and changing bots. Where a picture comes along, the realm first says where it goes, and the bot is made, or
 * changed, once it is there: all that was asked for happens, or nothing.
 */
const config_data = dictionary(shortText(), text(MOST_CONFIGURATION), MOST_CONFIGURED)
const defaults = {
  default_sending_stream: optional(shortText()),
  default_events_register_stream: optional(shortText()),
  default_all_public_streams: optional(boolean()),
}

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
const withPicture = [oneFileOnly, filesUnavailable, uploadTookTooLong, ...pictureErrors]

/** The picture stays at the edge; the realm hears that there is one. */
function pictureAside({ file }: { file: File[] }) {
  if (file.length > 1) throw oneFileOnly({})
  return { file: [], hasPicture: file.length === 1 }
}

const begin = (realm: Realm) => ({ begun: { picture: beginPicture(realm) } })

const newBot = {
  full_name: shortText(),
  short_name: shortText(),
  bot_type: optional(oneOf(BOT_TYPES), GENERIC_BOT),
  // The specification has plain text here. The reference server reads JSON text, so its clients send quotes.
  payload_url: optional(shortTextOrJson(), ''),
  service_name: optional(shortText()),
  interface_type: optional(oneOf(INTERFACES), 1),
  config_data: optional(config_data, {}),
  ...defaults,
}
const madeFields = { user_id: v.number(), api_key: v.string(), avatar_url: v.string(), ...defaultFields }
const makingErrors = [embeddedBotsNotEnabled, usernameInUse, invalidEmail, emailInUse, ...setupErrors]

const made = (realm: Realm, { user_id }: User) => ({
  user_id,
  api_key: keyOfBot(realm, user_id),
  avatar_url: pictureUrl(maybeUser(realm, user_id)!),
  ...defaultsOf(botOf(realm, user_id)),
})

export const addBot = endpoint.twoStep({
  route: 'POST /bots',
  summary: 'Make a bot of your own, perhaps with the one picture of a form.',
  caller: humansButGuests,
  params: { ...newBot, file: files() },
  bodyLimit: PICTURE_BODY_LIMIT,
  returns: madeFields,
  errors: [...makingErrors, ...withPicture],
  prepare: (_, params) => pictureAside(params),
  decide: (realm, actor, { file: _, hasPicture, ...wanted }) => {
    if (!hasPicture) return { done: made(realm, createBot(realm, actor, wanted)) }
    refuseNewBot(realm, actor, wanted)
    return begin(realm)
  },
  work: async (edge, { picture }, { file, ...wanted }) => {
    await storeStill(edge, picture, { files: file, refusal: oneFileOnly({}) })
    return { picture, ...wanted }
  },
  finish: (realm, actor, { picture, ...wanted }) => {
    const bot = createBot(realm, actor, wanted)
    givePicture(realm, bot, picture)
    return made(realm, bot)
  },
})

const changes = {
  bot_id: integer(),
  full_name: optional(shortText()),
  role: optional(oneOf(ROLES)),
  bot_owner_id: optional(integer()),
  config_data: optional(config_data),
  service_payload_url: optional(shortTextOrJson()),
  service_interface: optional(oneOf(INTERFACES)),
  ...defaults,
}
const changedFields = {
  full_name: v.string(),
  avatar_url: v.string(),
  service_interface: v.number(),
  service_payload_url: v.nullable(v.string()),
  config_data: v.record(v.string(), v.string()),
  ...defaultFields,
  bot_owner: v.optional(v.string()),
}
const changeErrors = [
  noSuchBot,
  ownerDoesNotExist,
  ownerIsDeactivated,
  ownerIsBot,
  mustBeOwner,
  mustBeAdministrator,
  lastOwnerStaysOwner,
  ...setupErrors,
]

function changed(realm: Realm, bot_id: number) {
  const user = maybeUser(realm, bot_id)!
  const bot = botOf(realm, bot_id)
  const owner = user.bot_owner_id === null ? undefined : maybeUser(realm, user.bot_owner_id)
  return {
    full_name: user.full_name,
    avatar_url: pictureUrl(user),
    service_interface: bot.interface,
    service_payload_url: bot.payload_url || null,
    config_data: bot.config_data,
    ...defaultsOf(bot),
    ...(owner ? { bot_owner: owner.email } : {}),
  }
}

export const changeBot = endpoint.twoStep({
  route: 'PATCH /bots/:bot_id',
  summary: 'Change a bot: its name, role, owner and picture, and what it is set up for.',
  caller: anyUser,
  params: { ...changes, file: files() },
  bodyLimit: PICTURE_BODY_LIMIT,
  returns: changedFields,
  errors: [...changeErrors, ...withPicture],
  prepare: (_, params) => pictureAside(params),
  decide: (realm, actor, { file: _, hasPicture, bot_id, ...wished }) => {
    if (hasPicture) {
      botSeenToBy(realm, actor, bot_id)
      return begin(realm)
    }
    updateBot(realm, actor, bot_id, wished)
    return { done: changed(realm, bot_id) }
  },
  work: async (edge, { picture }, { file, ...wished }) => {
    await storeStill(edge, picture, { files: file, refusal: oneFileOnly({}) })
    return { picture, ...wished }
  },
  finish: (realm, actor, { picture, bot_id, ...wished }) => {
    const bot = updateBot(realm, actor, bot_id, wished)
    givePicture(realm, bot, picture)
    return changed(realm, bot_id)
  },
})
