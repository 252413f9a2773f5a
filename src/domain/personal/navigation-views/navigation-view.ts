import * as v from 'valibot'
import { named } from '../../../api/named'

/** A view that a user added to the navigation of their clients: a built-in view, or a custom view. */
export type NavigationView = {
  fragment: string // the part of the client's URL after the #
  is_pinned: boolean
  name: string | null // null: a built-in view, which the client names
}

export const navigationViewShape = named(
  'NavigationView',
  v.strictObject({
    fragment: v.string(),
    is_pinned: v.boolean(),
    name: v.nullable(v.string()),
  }),
)
