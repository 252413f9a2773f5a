import type { ReadOnlyRealm, Realm } from '../../../realm'
import { onlyUsers } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { navigationViewAdded, navigationViewRemoved, navigationViewUpdated } from './events'
import type { NavigationView } from './navigation-view'
import { navigationViewDoesNotExist, refusalOfViewCount, refusalOfView } from './rules'
import { deleteView, navigationViewsOf, writeView } from './storage'

/** Adds a view. Throws an error of the view, or `tooManyViews`. */
export function addView(realm: Realm, { user_id }: User, requestedView: NavigationView): void {
  const navigation_view = { ...requestedView, name: requestedView.name?.trim() ?? null }
  const others = navigationViewsOf(realm.sql, user_id)
  const refusal = refusalOfView(navigation_view, others) ?? refusalOfViewCount(others.length)
  if (refusal) throw refusal
  writeView(realm.sql, user_id, navigation_view)
  realm.publish(navigationViewAdded({ navigation_view }), onlyUsers({ user_ids: [user_id] }))
}

type ViewChanges = { is_pinned?: boolean; name?: string }

/** Changes a view, and publishes only the properties that differ. Throws `navigationViewDoesNotExist`, or an error of the view. */
export function editView(realm: Realm, actor: User, fragment: string, { is_pinned, name }: ViewChanges): void {
  const { user_id } = actor
  const { view, others } = getOwnView(realm, actor, fragment)
  const changed = { ...view, is_pinned: is_pinned ?? view.is_pinned, name: name?.trim() ?? view.name }
  const refusal = refusalOfView(changed, others)
  if (refusal) throw refusal
  const data = {
    ...(changed.is_pinned === view.is_pinned ? {} : { is_pinned: changed.is_pinned }),
    ...(changed.name === view.name ? {} : { name: changed.name }),
  }
  if (Object.keys(data).length === 0) return
  writeView(realm.sql, user_id, changed)
  realm.publish(navigationViewUpdated({ fragment, data }), onlyUsers({ user_ids: [user_id] }))
}

/** Removes a view. Throws `navigationViewDoesNotExist`. */
export function removeView(realm: Realm, actor: User, fragment: string): void {
  const { user_id } = actor
  getOwnView(realm, actor, fragment)
  deleteView(realm.sql, user_id, fragment)
  realm.publish(navigationViewRemoved({ fragment }), onlyUsers({ user_ids: [user_id] }))
}

function getOwnView(realm: ReadOnlyRealm, { user_id }: User, fragment: string) {
  const views = navigationViewsOf(realm.sql, user_id)
  const view = views.find((candidate) => candidate.fragment === fragment)
  if (view === undefined) throw navigationViewDoesNotExist({})
  return { view, others: views.filter((other) => other !== view) }
}
