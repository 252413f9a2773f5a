import { hashApiKey } from '../../../api/callers'
import type { Route } from '../../../api/endpoint'
import { shortText } from '../../../api/params'
import { endpoint } from '../../../edge'
import { addressSenders } from '../../people/users/callers'
import { addressOfRequest } from './actions'
import { discordAnswers } from './answers'

const INCOMING = 1

/** Some clients of Discord read the webhook before they use it. The answer has no secret: the client knows it. */
function webhookEndpoint<Name extends string>(route: Route, ...names: Name[]) {
  return endpoint.file({
    route,
    summary: 'Get the address of a program for Discord, as Discord describes a webhook.',
    caller: addressSenders,
    params: { secret: shortText(), ...Object.fromEntries(names.map((name) => [name, shortText()])) },
    errors: [],
    writeRefusal: discordAnswers.refuse,
    serves: { 200: { description: 'The webhook, in the form of Discord.' } },
    prepare: (_, { secret }) => ({ secret: '', address_hash: hashApiKey(secret) }),
    decide: (realm, { full_name }, { address_hash }) => {
      const { id, stream_id } = addressOfRequest(realm, address_hash)
      return { id, stream_id, full_name }
    },
    serve: (_, { id, stream_id, full_name }) =>
      Response.json({
        type: INCOMING,
        id: String(id),
        name: full_name,
        avatar: null,
        channel_id: String(stream_id ?? 0),
        guild_id: '1',
        application_id: null,
      }),
  })
}

export const getDiscordWebhook = webhookEndpoint('GET site:/api/webhooks/:address/:secret', 'address')
export const getDiscordWebhookOfVersion = webhookEndpoint(
  'GET site:/api/:version/webhooks/:address/:secret',
  'version',
  'address',
)
