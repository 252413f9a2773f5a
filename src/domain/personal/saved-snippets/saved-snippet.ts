import * as v from 'valibot'

/** Words somebody uses again and again, kept under a title. */
export type SavedSnippet = {
  id: number // given once: a snippet that is gone leaves its id to no other
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
