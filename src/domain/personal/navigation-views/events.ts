import * as v from 'valibot'
import { event, stateSlice } from '../../../realm'
import type { User } from '../../people/users/user'
import { navigationViewShape, type NavigationView } from './navigation-view'
import { navigationViewsOf } from './storage'

export const navigationViewAdded = event<{ navigation_view: NavigationView }>({
  type: 'navigation_view',
  op: 'add',
  summary: 'The user added a navigation view.',
  recipients: { users: 'the user' },
  updates: 'navigation_views',
  fields: { navigation_view: navigationViewShape },
})

export const navigationViewUpdated = event<{ fragment: string; data: Partial<Omit<NavigationView, 'fragment'>> }>({
  type: 'navigation_view',
  op: 'update',
  summary: 'The user changed a navigation view.',
  recipients: { users: 'the user' },
  updates: 'navigation_views',
  fields: {
    fragment: v.string(),
    data: v.strictObject({ is_pinned: v.optional(v.boolean()), name: v.optional(v.nullable(v.string())) }),
  },
})

export const navigationViewRemoved = event<{ fragment: string }>({
  type: 'navigation_view',
  op: 'remove',
  summary: 'The user removed a navigation view.',
  recipients: { users: 'the user' },
  updates: 'navigation_views',
  fields: { fragment: v.string() },
})

export const navigationViewsState = stateSlice({
  fetchedFor: ['navigation_views'],
  fields: { navigation_views: v.array(navigationViewShape) },
  read: (realm, { user_id }: User) => ({ navigation_views: navigationViewsOf(realm.sql, user_id) }),
})
