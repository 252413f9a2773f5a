import * as v from 'valibot'
import { named } from '../../../api/named'
import { event, stateSlice, type ReadOnlyRealm } from '../../../realm'
import { allPlaygrounds, type Playground } from './storage'

const playgroundShape = named(
  'Playground',
  v.strictObject({
    id: v.number(),
    name: v.string(),
    pygments_language: v.string(),
    url_template: v.string(),
  }),
)

export const playgroundsChanged = event<{ realm_playgrounds: Playground[] }>({
  type: 'realm_playgrounds',
  summary: 'The code playgrounds of the organization changed. The event lists all of them.',
  recipients: { everyone: true },
  updates: 'realm_playgrounds',
  fields: { realm_playgrounds: v.array(playgroundShape) },
})

export const playgroundsState = stateSlice({
  fetchedFor: ['realm_playgrounds'],
  fields: { realm_playgrounds: v.array(playgroundShape) },
  read: ({ sql }: ReadOnlyRealm) => ({ realm_playgrounds: allPlaygrounds(sql) }),
})
