import * as v from 'valibot'

/** Channels that belong together, for newcomers to choose from. Those that everyone begins with are in none. */
export type ChannelGroup = { id: number; name: string; description: string; streams: number[] }

export const channelGroupShape = v.strictObject({
  id: v.number(),
  name: v.string(),
  description: v.string(),
  streams: v.array(v.number()),
})
