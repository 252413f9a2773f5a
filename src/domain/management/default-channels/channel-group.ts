import * as v from 'valibot'
import { named } from '../../../api/named'

/** A group of channels that a new user can choose during sign-up. No default channel is in a group. */
export type ChannelGroup = { id: number; name: string; description: string; streams: number[] }

export const channelGroupShape = named(
  'DefaultChannelGroup',
  v.strictObject({
    id: v.number(),
    name: v.string(),
    description: v.string(),
    streams: v.array(v.number()),
  }),
)
