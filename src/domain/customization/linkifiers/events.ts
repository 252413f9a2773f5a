import * as v from 'valibot'
import { named } from '../../../api/named'
import type { Queue } from '../../../events/queue'
import { event, stateSlice, type ReadOnlyRealm } from '../../../realm'
import { allLinkifiers, type RealmLinkifier } from './storage'

export const linkifierShape = named(
  'Linkifier',
  v.strictObject({
    id: v.number(),
    pattern: v.string(),
    url_template: v.string(),
    alternative_url_templates: v.array(v.string()),
    example_input: v.nullable(v.string()),
    reverse_template: v.nullable(v.string()),
  }),
)

// Clients without this capability cannot expand a URL template, so they get an empty list.
const supportsTemplates = ({ client }: Pick<Queue, 'client'>) => client.capabilities.linkifier_url_template === true

export const linkifiersChanged = event<{ realm_linkifiers: readonly RealmLinkifier[] }>({
  type: 'realm_linkifiers',
  summary: 'The linkifiers of the organization changed. The event lists all of them.',
  recipients: { everyone: true },
  dependsOn: ['linkifier_url_template'],
  updates: 'realm_linkifiers',
  fields: { realm_linkifiers: v.array(linkifierShape) },
  accepts: (_, __, queue) => supportsTemplates(queue),
  repeats: () => ({ group: '' }),
})

export const linkifiersState = stateSlice({
  fetchedFor: ['realm_linkifiers'],
  fields: { realm_linkifiers: v.array(linkifierShape) },
  read: (realm: ReadOnlyRealm, _: unknown, client) => ({
    realm_linkifiers: supportsTemplates({ client }) ? [...allLinkifiers(realm)] : [],
  }),
})

/** The form from before URL templates, which has no linkifiers any more. Some clients still fetch it. */
export const filtersState = stateSlice({
  fetchedFor: ['realm_filters'],
  fields: { realm_filters: v.array(v.tuple([v.string(), v.string(), v.number()])) },
  read: () => ({ realm_filters: [] }),
})
