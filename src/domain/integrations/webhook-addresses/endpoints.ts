import * as v from 'valibot'
import { named } from '../../../api/named'
import { boolean, integer, optional, shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { requireManagedBot } from '../../accounts/bots/update-bot'
import { invalidChannelId } from '../../channels/channels/rules'
import { noSuchBot } from '../../people/bots/rules'
import { humansButGuests, mustBeOwner } from '../../people/users/callers'
import { insufficientPermission } from '../../people/users/rules'
import { createAddress, removeAddress } from './actions'
import { noSuchAddress, tooManyAddresses } from './rules'
import { addressesOf } from '../../people/webhook-addresses/storage'

const botParam = { bot_id: integer() }
const managementErrors = [noSuchBot, insufficientPermission, mustBeOwner]

const addressFields = {
  id: v.number(),
  stream_id: v.nullable(v.number()),
  topic: v.nullable(v.string()),
  may_mention_everyone: v.boolean(),
  date_created: v.number(),
}

export const getWebhookAddresses = endpoint.decision({
  route: 'GET /parley/bots/:bot_id/addresses',
  summary: 'Get the addresses at which clients of other chat servers send messages for a bot.',
  note: 'The server stores only hashes of their secrets, so the URLs are in no later answer.',
  caller: humansButGuests,
  params: botParam,
  returns: { addresses: v.array(named('WebhookAddress', v.strictObject(addressFields))) },
  errors: managementErrors,
  decide: (realm, actor, { bot_id }) => ({
    addresses: addressesOf(realm.sql, requireManagedBot(realm, actor, bot_id).user_id).map(
      ({ bot_id: _, created_at, ...address }) => ({ ...address, date_created: created_at }),
    ),
  }),
})

export const createWebhookAddress = endpoint.decision({
  route: 'POST /parley/bots/:bot_id/addresses',
  summary: 'Create an address for clients of Slack, Discord, Mattermost, Rocket.Chat or Teams.',
  note:
    'Without `stream_id`, messages go to the owner of the bot. Without `topic`, each message chooses its topic. ' +
    'Wildcard mentions are text, unless `may_mention_everyone` is true.',
  caller: humansButGuests,
  params: {
    ...botParam,
    stream_id: optional(integer()),
    topic: optional(shortText()),
    may_mention_everyone: optional(boolean(), false),
  },
  returns: { id: v.number(), urls: v.record(v.string(), v.string()) },
  verbatim: true,
  errors: [...managementErrors, invalidChannelId, tooManyAddresses],
  decide: (realm, actor, { bot_id, stream_id, topic, may_mention_everyone }) =>
    createAddress(realm, actor, requireManagedBot(realm, actor, bot_id), { stream_id, topic, may_mention_everyone }),
  present: (edge, { id, secret }) => ({ id, urls: urlsOf(edge.realm_url, id, secret) }),
})

/** Ids in the URLs have the form that the settings of programs check. Only the secret counts. */
const urlsOf = (realm_url: string, id: number, secret: string): Record<string, string> => ({
  slack: `${realm_url}/services/T1/B${id}/${secret}`,
  mattermost: `${realm_url}/hooks/${secret}`,
  rocketchat: `${realm_url}/hooks/${id}/${secret}`,
  discord: `${realm_url}/api/webhooks/${id}/${secret}`,
  teams: `${realm_url}/webhookb2/${secret}`,
  teams_workflow: `${realm_url}/workflows/${secret}/triggers/manual/paths/invoke`,
})

export const removeWebhookAddress = endpoint.decision({
  route: 'DELETE /parley/bots/:bot_id/addresses/:address_id',
  summary: 'Delete an address of a bot. Messages to it are refused from then on.',
  caller: humansButGuests,
  params: { ...botParam, address_id: integer() },
  returns: {},
  errors: [...managementErrors, noSuchAddress],
  decide: (realm, actor, { bot_id, address_id }) =>
    removeAddress(realm, requireManagedBot(realm, actor, bot_id), address_id),
})
