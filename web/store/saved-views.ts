import type { NavigationView } from '../../client-state/wire'
import type { Of } from '../wire/own-state'

type SavedView = NavigationView & { name: string }

/** Returns the views that the user named. The views that every client has are always in the list of places. */
export const savedViews = ({ navigation_views }: Of<'navigation_views'>): SavedView[] =>
  navigation_views.flatMap(({ name, ...view }) => (name === null ? [] : [{ ...view, name }]))
