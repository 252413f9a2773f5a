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
import type { ReadOnlyRealm, Realm } from '../../../realm'
import { filesUnavailable } from '../../../store/files'
import { createBot, requireBotCreation } from './create-bot'
import { cannotDemoteLastOwner } from '../users/rights'
import { requireManagedBot, updateBot } from './update-bot'
import { oneFileOnly } from '../../files/uploads/rules'
import { setAvatar } from '../avatars/actions'
import { invalidChannelName } from '../../channels/channels/rules'
import { uploadTookTooLong } from '../../realm/files/errors'
import { MAX_PICTURE_BODY_BYTES, pictureErrors } from '../../customization/pictures/rules'
import { beginPictureUpload } from '../../customization/pictures/actions'
import { storeAvatar } from '../../customization/pictures/store-picture'
import { anyUser, humansButGuests, mustBeAdministrator, mustBeOwner } from '../../people/users/callers'
import { emailInUse, insufficientPermission, invalidEmail, nameErrors } from '../../people/users/rules'
import { findUser } from '../../people/users/storage'
import { BOT_TYPES, GENERIC_BOT, ROLES, type User } from '../../people/users/user'
import { payloadUrlIsInvalid, payloadUrlIsPrivate } from '../../people/bots/payload-url-rules'
import { defaultFields, defaultsOf, INTERFACES } from '../../people/bots/bot'
import {
  botNameInUse,
  configurationTooLarge,
  embeddedBotsNotEnabled,
  MAX_CONFIGURATION_CHARACTERS,
  MAX_CONFIGURATION_ENTRIES,
  noSuchBot,
  ownerDoesNotExist,
  ownerIsBot,
  ownerIsDeactivated,
  payloadUrlNotAllowed,
  tooManyBots,
  usernameInUse,
} from '../../people/bots/rules'
import { keyOfBot } from '../../people/bots/secrets'
import { botOf } from '../../people/bots/storage'
import { avatarUrl } from '../../people/users/avatar'

/**
 * The endpoints that create and change bots. With a picture, the realm first returns where the Worker stores it. Then the realm
 * creates or changes the bot, so the request succeeds or fails as a whole.
 */
const config_data = dictionary(shortText(), text(MAX_CONFIGURATION_CHARACTERS), MAX_CONFIGURATION_ENTRIES)
const defaults = {
  default_sending_stream: optional(shortText()),
  default_events_register_stream: optional(shortText()),
  default_all_public_streams: optional(boolean()),
}

const setupErrors = [
  insufficientPermission,
  botNameInUse,
  payloadUrlNotAllowed,
  payloadUrlIsInvalid,
  payloadUrlIsPrivate,
  configurationTooLarge,
  invalidChannelName,
  ...nameErrors,
]
const uploadErrors = [oneFileOnly, filesUnavailable, uploadTookTooLong, ...pictureErrors]

/** Keeps the picture in the Worker. The realm receives only whether there is one. */
function withoutPicture({ file }: { file: File[] }) {
  if (file.length > 1) throw oneFileOnly({})
  return { file: [], hasPicture: file.length === 1 }
}

const beginUpload = (realm: Realm, actor: User) => ({ begun: beginPictureUpload(realm, actor) })

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
const createdFields = { user_id: v.number(), api_key: v.string(), avatar_url: v.string(), ...defaultFields }
const creationErrors = [tooManyBots, embeddedBotsNotEnabled, usernameInUse, invalidEmail, emailInUse, ...setupErrors]

const createdBot = (realm: Realm, { user_id }: User) => ({
  user_id,
  api_key: keyOfBot(realm, user_id),
  avatar_url: avatarUrl(findUser(realm, user_id)!),
  ...defaultsOf(botOf(realm, user_id)),
})

export const addBot = endpoint.twoStep({
  route: 'POST /bots',
  summary: 'Create a bot of your own. The only file of a form becomes its picture.',
  caller: humansButGuests,
  params: { ...newBot, file: files() },
  bodyLimit: MAX_PICTURE_BODY_BYTES,
  returns: createdFields,
  errors: [...creationErrors, ...uploadErrors],
  prepare: (_, params) => withoutPicture(params),
  decide: (realm, actor, { file: _, hasPicture, ...newBotSettings }) => {
    if (!hasPicture) return { done: createdBot(realm, createBot(realm, actor, newBotSettings)) }
    requireBotCreation(realm, actor, newBotSettings)
    return beginUpload(realm, actor)
  },
  work: async (edge, upload, { file, ...newBotSettings }) => {
    await storeAvatar(edge, upload, { files: file, refusal: oneFileOnly({}) })
    return { picture: upload.token, ...newBotSettings }
  },
  finish: (realm, actor, { picture, ...newBotSettings }) => {
    const bot = createBot(realm, actor, newBotSettings)
    setAvatar(realm, bot, picture)
    return createdBot(realm, bot)
  },
})

const changes = {
  bot_id: integer(),
  full_name: optional(shortText()),
  short_name: optional(shortText()),
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
  cannotDemoteLastOwner,
  usernameInUse,
  ...setupErrors,
]

function changedBot(realm: ReadOnlyRealm, bot_id: number) {
  const user = findUser(realm, bot_id)!
  const bot = botOf(realm, bot_id)
  const owner = user.bot_owner_id === null ? undefined : findUser(realm, user.bot_owner_id)
  return {
    full_name: user.full_name,
    avatar_url: avatarUrl(user),
    service_interface: bot.interface,
    service_payload_url: bot.payload_url || null,
    config_data: bot.config_data,
    ...defaultsOf(bot),
    ...(owner ? { bot_owner: owner.email } : {}),
  }
}

export const changeBot = endpoint.twoStep({
  route: 'PATCH /bots/:bot_id',
  summary: 'Change a bot: its name, role, owner, picture and settings.',
  caller: anyUser,
  params: { ...changes, file: files() },
  bodyLimit: MAX_PICTURE_BODY_BYTES,
  returns: changedFields,
  errors: [...changeErrors, ...uploadErrors],
  prepare: (_, params) => withoutPicture(params),
  decide: (realm, actor, { file: _, hasPicture, bot_id, ...requested }) => {
    if (hasPicture) {
      requireManagedBot(realm, actor, bot_id)
      return beginUpload(realm, actor)
    }
    updateBot(realm, actor, bot_id, requested)
    return { done: changedBot(realm, bot_id) }
  },
  work: async (edge, upload, { file, ...requested }) => {
    await storeAvatar(edge, upload, { files: file, refusal: oneFileOnly({}) })
    return { picture: upload.token, ...requested }
  },
  finish: (realm, actor, { picture, bot_id, ...requested }) => {
    const bot = updateBot(realm, actor, bot_id, requested)
    setAvatar(realm, bot, picture)
    return changedBot(realm, bot_id)
  },
})
