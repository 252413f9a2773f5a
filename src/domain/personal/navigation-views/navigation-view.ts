import * as v from 'valibot'

/** A place in the client that somebody wants within reach: one that every client has, or one of their own making. */
export type NavigationView = {
  fragment: string // where it is, as it stands in a client's address
  is_pinned: boolean
  name: string | null // null: the client's own name for it
}

export const navigationViewShape = v.strictObject({
  fragment: v.string(),
  is_pinned: v.boolean(),
  name: v.nullable(v.string()),
})
