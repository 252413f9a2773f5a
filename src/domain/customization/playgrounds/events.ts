import * as v from 'valibot'
import { event, stateSlice, type Realm } from '../../../realm'
import { playgroundsOf, type Playground } from './storage'

const playgroundShape = v.strictObject({
  id: v.number(),
  name: v.string(),
  pygments_language: v.string(),
  url_template: v.string(),
})

export const playgroundsChanged = event<{ realm_playgrounds: Playground[] }>({
  type: 'realm_playgrounds',
  summary: 'The code playgrounds of the organization changed. The event lists all of them.',
  recipients: { everyone: true },
  keeps: 'realm_playgrounds',
  fields: { realm_playgrounds: v.array(playgroundShape) },
})

export const playgroundsSlice = stateSlice({
  fetchedFor: ['realm_playgrounds'],
  fields: { realm_playgrounds: v.array(playgroundShape) },
  read: ({ sql }: Realm) => ({ realm_playgrounds: playgroundsOf(sql) }),
})
