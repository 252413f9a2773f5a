import * as v from 'valibot'

/** A text that a user saved to insert it into messages. */
export type SavedSnippet = {
  id: number // never used again after the snippet is deleted
  title: string
  content: string // Markdown
  date_created: number
}

export const savedSnippetShape = v.strictObject({
  id: v.number(),
  title: v.string(),
  content: v.string(),
  date_created: v.number(),
})
