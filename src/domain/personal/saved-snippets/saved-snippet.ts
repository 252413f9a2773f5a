import * as v from 'valibot'
import { named } from '../../../api/named'

/** A text that a user saved to insert it into messages. */
export type SavedSnippet = {
  id: number // never used again after the snippet is deleted
  title: string
  content: string // Markdown
  date_created: number
}

export const savedSnippetShape = named(
  'SavedSnippet',
  v.strictObject({
    id: v.number(),
    title: v.string(),
    content: v.string(),
    date_created: v.number(),
  }),
)
