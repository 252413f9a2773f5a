import * as v from 'valibot'
import type { AudiencePart } from '../../../events/event'
import { event, stateSlice, type Realm } from '../../../realm'
import { administratorsOnly, people } from '../users/events'
import { pictureUrl } from '../users/profile'
import { isAdministrator } from '../users/rules'
import { maybeUser } from '../users/storage'
import { EMBEDDED_BOT, OUTGOING_WEBHOOK, OWNER, type User } from '../users/user'
import { botFields, type Bot } from './bot'
import { maySeeKey } from './rules'
import { admitShownKey, keyShown, tokenOfBot } from './secrets'
import { allBots, botOf } from './storage'

const botShape = v.strictObject(botFields)

/** A bot without its token and its key: they are worked out when an event is sent, so no stored event has them. */
type BotTold = ReturnType<typeof botTold>
const botTold = (user: User, bot: Bot) => ({
  user_id: user.user_id,
  full_name: user.full_name,
  email: user.email,
  bot_type: user.bot_type,
  is_active: user.is_active,
  owner_id: user.bot_owner_id,
  avatar_url: pictureUrl(user),
  default_sending_stream: bot.default_sending_stream,
  default_events_register_stream: bot.default_events_register_stream,
  default_all_public_streams: bot.default_all_public_streams,
  services: servicesOf(user, bot),
})

type ServiceTold = { base_url: string; interface: number } | Pick<Bot, 'service_name' | 'config_data'>

function servicesOf({ bot_type }: User, { payload_url, interface: spoken, service_name, config_data }: Bot) {
  const services: ServiceTold[] = []
  if (bot_type === OUTGOING_WEBHOOK) services.push({ base_url: payload_url, interface: spoken })
  if (bot_type === EMBEDDED_BOT) services.push({ service_name, config_data })
  return services
}

const withToken = (realm: Realm, user_id: number, services: readonly ServiceTold[]) =>
  services.map((service) => ('base_url' in service ? { ...service, token: tokenOfBot(realm, user_id) } : service))

export const botAdded = event<{ bot: BotTold }>({
  type: 'realm_bot',
  op: 'add',
  summary: 'A bot was created, or the recipient manages it from now on.',
  recipients: {
    role_at_least: 'administrators',
    users: 'the owner of the bot, or the user who became an administrator',
  },
  keeps: 'realm_bot',
  fields: { bot: botShape },
  variant: (realm, { bot }, { user_id }) => keyFor(realm, user_id, bot.user_id),
  encode: (realm, { bot }, { user_id }) => ({ bot: withSecrets(realm, bot, user_id) }),
})

function withSecrets<Told extends BotTold>(realm: Realm, bot: Told, viewer_id: number) {
  const { user_id } = bot
  const api_key = keyFor(realm, viewer_id, user_id)
  return { ...bot, api_key, services: withToken(realm, user_id, bot.services) }
}

/** The key of a bot, or '' for a viewer that may not have it. */
function keyFor(realm: Realm, viewer_id: number, user_id: number): string {
  const [viewer, user] = [maybeUser(realm, viewer_id), maybeUser(realm, user_id)]
  return viewer && user && maySeeKey(viewer, user) ? keyShown(realm, user_id) : ''
}

type BotChanged = { user_id: number } & Partial<Omit<BotTold, 'user_id' | 'email' | 'bot_type'>>

export const botUpdated = event<{ bot: BotChanged; tellsKey?: boolean }>({
  type: 'realm_bot',
  op: 'update',
  summary: 'A bot changed. Properties that did not change are absent.',
  recipients: {
    role_at_least: 'administrators',
    users: 'the owner of the bot, or the user whose access to the API key changed',
  },
  keeps: 'realm_bot',
  fields: {
    bot: v.strictObject({ ...v.partial(v.strictObject(botFields)).entries, user_id: v.number() }),
  },
  variant: (realm, { bot, tellsKey }, { user_id }) => (tellsKey ? keyFor(realm, user_id, bot.user_id) : ''),
  encode: (realm, { bot, tellsKey }, { user_id }) => ({
    bot: {
      ...bot,
      ...(bot.services ? { services: withToken(realm, bot.user_id, bot.services) } : {}),
      ...(tellsKey ? { api_key: keyFor(realm, user_id, bot.user_id) } : {}),
    },
  }),
})

/** Somebody sees to the bot no longer. */
export const botDeleted = event<{ bot: { user_id: number } }>({
  type: 'realm_bot',
  op: 'delete',
  summary: 'The recipient no longer manages a bot.',
  recipients: { users: 'the previous owner of the bot, or the user who is no longer an administrator' },
  keeps: 'realm_bot',
  fields: { bot: v.strictObject({ user_id: v.number() }) },
})

/** Whoever sees to a bot: its owner, and administrators. */
const whoSeesTo = ({ bot_owner_id }: User): AudiencePart[] =>
  bot_owner_id === null ? [administratorsOnly()] : [administratorsOnly(), people({ user_ids: [bot_owner_id] })]

export const tellOfNewBot = (realm: Realm, user: User): void => tellOf(realm, user, whoSeesTo(user))

/** The whole bot, with a key that works, to accounts that do not have it yet. */
function tellOf(realm: Realm, user: User, audience: AudiencePart | AudiencePart[]): void {
  admitShownKey(realm, user.user_id)
  realm.publish(botAdded({ bot: botTold(user, botOf(realm, user.user_id)) }), audience)
}

/** The key is another one, or other accounts may have it. */
export function tellOfKey(realm: Realm, user: User, audience: AudiencePart | AudiencePart[] = whoSeesTo(user)): void {
  admitShownKey(realm, user.user_id)
  realm.publish(botUpdated({ bot: { user_id: user.user_id }, tellsKey: true }), audience)
}

/** What else is told of an account is told of bots, too, to those who see to them. */
export function tellOfBot(realm: Realm, user: User, changed: Omit<BotChanged, 'user_id'>): void {
  if (!user.is_bot || user.is_system_bot) return
  realm.publish(botUpdated({ bot: { user_id: user.user_id, ...changed } }), whoSeesTo(user))
}

/** What an outgoing webhook is called by has changed. */
export function tellOfServices(realm: Realm, user: User): void {
  const services = servicesOf(user, botOf(realm, user.user_id))
  if (services.length > 0) tellOfBot(realm, user, { services })
}

/** Somebody sees to others' bots from here on, or no longer. */
export function tellOfSeeingTo(realm: Realm, viewer: User, isSeeing: boolean): void {
  const own = people({ user_ids: [viewer.user_id] })
  for (const user of allBots(realm)) {
    if (user.bot_owner_id === viewer.user_id) continue
    const { user_id } = user
    if (isSeeing) tellOf(realm, user, own)
    else realm.publish(botDeleted({ bot: { user_id } }), own)
  }
}

/** An administrator has become an owner, or an owner an administrator: the keys of bots that are owners come or go. */
export function tellOfOwnersKeys(realm: Realm, viewer: User): void {
  for (const user of allBots(realm))
    if (user.role === OWNER) tellOfKey(realm, user, people({ user_ids: [viewer.user_id] }))
}

/** The bot is somebody else's from here on: it goes from one to the other, and the rest hear whose it is. */
export function tellOfOwner(realm: Realm, user: User, before: number | null): void {
  const { user_id, bot_owner_id } = user
  const sees = (id: number | null) => id !== null && isAdministrator(maybeUser(realm, id)!)
  if (before !== null && !sees(before)) realm.publish(botDeleted({ bot: { user_id } }), people({ user_ids: [before] }))
  if (bot_owner_id === null) return
  if (!sees(bot_owner_id)) tellOf(realm, user, people({ user_ids: [bot_owner_id] }))
  const tellsKey = user.role === OWNER // whose key only some administrators may have
  realm.publish(botUpdated({ bot: { user_id, owner_id: bot_owner_id }, tellsKey }), administratorsOnly())
}

export const botsSlice = stateSlice({
  fetchedFor: ['realm_bot'],
  fields: { realm_bots: v.array(botShape) },
  read: (realm, actor: User) => ({
    realm_bots: allBots(realm)
      .filter((user) => isAdministrator(actor) || user.bot_owner_id === actor.user_id)
      .map((user) => {
        admitShownKey(realm, user.user_id)
        return withSecrets(realm, botTold(user, botOf(realm, user.user_id)), actor.user_id)
      }),
  }),
})

/** Bots of the server's own making, and integrations that it knows by name: there are none. */
export const embeddedBotsSlice = stateSlice({
  fetchedFor: ['realm_embedded_bots'],
  fields: { realm_embedded_bots: v.array(v.never()) },
  read: () => ({ realm_embedded_bots: [] }),
})

export const integrationsSlice = stateSlice({
  fetchedFor: ['realm_incoming_webhook_bots'],
  fields: { realm_incoming_webhook_bots: v.array(v.never()) },
  read: () => ({ realm_incoming_webhook_bots: [] }),
})
