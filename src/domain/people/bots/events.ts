import * as v from 'valibot'
import { named } from '../../../api/named'
import { jsonList } from '../../../api/json-text'
import { sharedIfLong, type SharedText } from '../../../api/shared-text'
import { optionOf } from '../../../integrations/options'
import services from '../../../integrations/service-list.data.json'
import { event, stateSlice, type ReadOnlyRealm } from '../../../realm'
import { isAdministrator } from '../users/rules'
import { EMBEDDED_BOT, OUTGOING_WEBHOOK, type User } from '../users/user'
import { botFields, defaultsOf, type Bot } from './bot'
import { tokenOfBot } from './secrets'
import { allBots, botOf } from './storage'

const botShape = named('Bot', v.strictObject(botFields))

/** A bot without its token, which is added when an event is sent. So no stored event has it. */
export type BotFields = ReturnType<typeof botFieldsOf>
export const botFieldsOf = (user: User, bot: Bot) => ({
  user_id: user.user_id,
  ...defaultsOf(bot),
  services: servicesOf(user, bot),
})

type ServiceFields = { base_url: string; interface: number } | Pick<Bot, 'service_name' | 'config_data'>

export function servicesOf({ bot_type }: User, { payload_url, interface: format, service_name, config_data }: Bot) {
  const services: ServiceFields[] = []
  if (bot_type === OUTGOING_WEBHOOK) services.push({ base_url: payload_url, interface: format })
  if (bot_type === EMBEDDED_BOT) services.push({ service_name, config_data })
  return services
}

const withToken = (realm: ReadOnlyRealm, user_id: number, services: readonly ServiceFields[]) =>
  services.map((service) => ('base_url' in service ? { ...service, token: tokenOfBot(realm, user_id) } : service))

export const botAdded = event<{ bot: BotFields }>({
  type: 'realm_bot',
  op: 'add',
  summary: 'A bot was created, or the recipient manages it from now on. Its account is in `realm_user`.',
  recipients: {
    role_at_least: 'administrators',
    users: 'the owner of the bot, or the user who became an administrator',
  },
  updates: 'realm_bot',
  fields: { bot: botShape },
  encode: (realm, { bot }) => ({ bot: { ...bot, services: withToken(realm, bot.user_id, bot.services) } }),
  // Administrators are few.
  repeats: () => ({ group: '', isException: () => true }),
})

export type BotFieldChanges = { user_id: number } & Partial<Omit<BotFields, 'user_id'>>

export const botUpdated = event<{ bot: BotFieldChanges }>({
  type: 'realm_bot',
  op: 'update',
  summary: 'A bot changed. Properties that did not change are absent.',
  recipients: {
    role_at_least: 'administrators',
    users: 'the owner of the bot',
  },
  updates: 'realm_bot',
  fields: {
    bot: v.strictObject({ ...v.partial(v.strictObject(botFields)).entries, user_id: v.number() }),
  },
  encode: (realm, { bot }) => ({
    bot: { ...bot, ...(bot.services ? { services: withToken(realm, bot.user_id, bot.services) } : {}) },
  }),
  repeats: () => ({ group: '', isException: () => true }),
})

export const botDeleted = event<{ bot: { user_id: number } }>({
  type: 'realm_bot',
  op: 'delete',
  summary: 'The recipient no longer manages a bot.',
  recipients: { users: 'the previous owner of the bot, or the user who is no longer an administrator' },
  updates: 'realm_bot',
  fields: { bot: v.strictObject({ user_id: v.number() }) },
})

export const botsState = stateSlice({
  fetchedFor: ['realm_bot'],
  fields: { realm_bots: v.array(botShape) },
  read: (realm, actor: User) => ({
    realm_bots: botsManagedBy(realm, actor).map((user) => {
      const bot = botFieldsOf(user, botOf(realm, user.user_id))
      return { ...bot, services: withToken(realm, user.user_id, bot.services) }
    }),
  }),
})

/** This server has no embedded bots. */
export const embeddedBotsState = stateSlice({
  fetchedFor: ['realm_embedded_bots'],
  fields: { realm_embedded_bots: v.array(v.never()) },
  read: () => ({ realm_embedded_bots: [] }),
})

const optionShape = v.strictObject({ key: v.string(), label: v.string(), input_type: v.string() })
const webhookShape = named(
  'IncomingWebhookBot',
  v.strictObject({
    name: v.string(),
    display_name: v.string(),
    all_event_types: v.nullable(v.array(v.string())),
    url_options: v.array(optionShape),
  }),
)

/** The services as clients know them, with the options of their addresses. */
const WEBHOOKS: v.InferOutput<typeof webhookShape>[] = services.map(({ name, display_name, events, options }) => ({
  name,
  display_name,
  all_event_types: events,
  url_options: options.map((key) => ({ key, ...optionOf(key) })),
}))

/** The same text for all users of all realms, which needs no facts of a realm. */
const webhooksText = (): string => WEBHOOKS.map((webhook) => JSON.stringify(webhook)).join(',')
let text: string | SharedText | undefined
const webhooks = (): string | SharedText => (text ??= sharedIfLong(webhooksText, () => 0))

export const integrationsState = stateSlice({
  fetchedFor: ['realm_incoming_webhook_bots'],
  fields: { realm_incoming_webhook_bots: v.array(webhookShape) },
  read: () => ({ realm_incoming_webhook_bots: jsonList([webhooks()]) }),
})

const botsManagedBy = (realm: ReadOnlyRealm, actor: User): User[] =>
  allBots(realm).filter((bot) => isAdministrator(actor) || bot.bot_owner_id === actor.user_id)
