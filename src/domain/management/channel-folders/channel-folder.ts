import * as v from 'valibot'

/** A folder that clients show channels in. A channel is in one, or in none. */
export type ChannelFolder = {
  id: number
  name: string
  description: string // Markdown
  rendered_description: string
  date_created: number
  creator_id: number
  order: number // clients show folders by it, the lowest first
  is_archived: boolean // no channel is in it, and another may have its name
}

export const channelFolderShape = v.strictObject({
  id: v.number(),
  name: v.string(),
  description: v.string(),
  rendered_description: v.string(),
  date_created: v.nullable(v.number()),
  creator_id: v.nullable(v.number()),
  order: v.number(),
  is_archived: v.boolean(),
})
