import * as v from 'valibot'
import { event, stateSlice, type ReadOnlyRealm } from '../../../realm'
import { isGuest } from '../../people/users/rules'
import type { User } from '../../people/users/user'
import { channelGroupShape, type ChannelGroup } from './channel-group'
import { channelGroups } from './storage'

/** Returns the groups that a user can see. Guests see none. */
export const channelGroupsFor = (realm: ReadOnlyRealm, viewer: User): ChannelGroup[] =>
  isGuest(viewer) ? [] : channelGroups(realm.sql)

export const channelGroupsChanged = event<{ default_stream_groups: ChannelGroup[] }>({
  type: 'default_stream_groups',
  summary: 'The groups of default channels changed. The event lists all of them.',
  recipients: { role_at_least: 'all users except guests', users: 'the user who became a guest, or is no longer one' },
  updates: 'default_stream_groups',
  fields: { default_stream_groups: v.array(channelGroupShape) },
})

export const channelGroupsState = stateSlice({
  fetchedFor: ['default_stream_groups'],
  fields: { realm_default_stream_groups: v.array(channelGroupShape) },
  read: (realm, actor: User) => ({ realm_default_stream_groups: channelGroupsFor(realm, actor) }),
})
