import * as v from 'valibot'
import { named } from '../../../api/named'
import { endpoint } from '../../../edge'
import { optionOf } from '../../../integrations/options'
import services from '../../../integrations/service-list.data.json'
import { anyUser } from '../../people/users/callers'

const serviceShape = named(
  'Service',
  v.strictObject({
    name: v.string(),
    display_name: v.string(),
    category: v.string(),
    setup: v.string(),
    template: v.optional(v.string()),
    events: v.nullable(v.array(v.string())),
    options: v.array(v.strictObject({ key: v.string(), label: v.string(), input_type: v.string() })),
  }),
)

const SERVICES: v.InferOutput<typeof serviceShape>[] = services.map(({ options, ...service }) => ({
  ...service,
  options: options.map((key) => ({ key, ...optionOf(key) })),
}))

export const getServices = endpoint.decision({
  route: 'GET /parley/services',
  summary: 'Get the services that can send messages to `/external/:service`, with what their users need to know.',
  note: '`setup` says where to enter the address, and `template` what a service shall send whose users write it. `events` are the names for `only_events`; null if a service has none.',
  caller: anyUser,
  params: {},
  returns: { services: v.array(serviceShape) },
  errors: [],
  decide: () => ({ services: SERVICES }),
})
