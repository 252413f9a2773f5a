import type { Json } from '../../client-state/reducer'

type SavedView = { fragment: string; name: string; is_pinned: boolean }

/** Returns the views that the user named. The views that every client has are always in the list of places. */
export function savedViews({ navigation_views: views = [] }: Json): SavedView[] {
  return views.filter(({ name }: Json) => name !== null)
}
