import * as v from 'valibot'
import { named } from '../../../api/named'

/** A folder in which clients show channels. A channel is in at most one. */
export type ChannelFolder = {
  id: number
  name: string
  description: string // Markdown
  rendered_description: string
  date_created: number
  creator_id: number
  order: number // clients show the folder with the lowest number first
  is_archived: boolean // an archived folder has no channels, and another folder can have its name
}

export const channelFolderShape = named(
  'ChannelFolder',
  v.strictObject({
    id: v.number(),
    name: v.string(),
    description: v.string(),
    rendered_description: v.string(),
    date_created: v.nullable(v.number()),
    creator_id: v.nullable(v.number()),
    order: v.number(),
    is_archived: v.boolean(),
  }),
)
