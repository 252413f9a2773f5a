import * as v from 'valibot'
import type { Queue } from '../../../events/queue'
import { event, stateSlice, type Realm } from '../../../realm'
import { knownLinkifiers, type KnownLinkifier } from './storage'

export const linkifierShape = v.strictObject({
  id: v.number(),
  pattern: v.string(),
  url_template: v.string(),
  alternative_url_templates: v.array(v.string()),
  example_input: v.nullable(v.string()),
  reverse_template: v.nullable(v.string()),
})

// Clients that know of no URL templates cannot make links of them: to those the realm has no linkifiers.
const knowsTemplates = ({ client }: Pick<Queue, 'client'>) => client.capabilities.linkifier_url_template === true

export const linkifiersChanged = event<{ realm_linkifiers: readonly KnownLinkifier[] }>({
  type: 'realm_linkifiers',
  summary: 'The linkifiers of the organization changed. The event lists all of them.',
  recipients: { everyone: true },
  dependsOn: ['linkifier_url_template'],
  keeps: 'realm_linkifiers',
  fields: { realm_linkifiers: v.array(linkifierShape) },
  accepts: (_, __, queue) => knowsTemplates(queue),
})

export const linkifiersSlice = stateSlice({
  fetchedFor: ['realm_linkifiers'],
  fields: { realm_linkifiers: v.array(linkifierShape) },
  read: (realm: Realm, _: unknown, client) => ({
    realm_linkifiers: knowsTemplates({ client }) ? [...knownLinkifiers(realm)] : [],
  }),
})

/** Before there were templates. Nothing is told in this form any more, and clients that ask find nothing. */
export const filtersSlice = stateSlice({
  fetchedFor: ['realm_filters'],
  fields: { realm_filters: v.array(v.tuple([v.string(), v.string(), v.number()])) },
  read: () => ({ realm_filters: [] }),
})
