import type { Realm } from '../../../realm'
import { people } from '../../people/users/events'
import type { User } from '../../people/users/user'
import { navigationViewAdded, navigationViewRemoved, navigationViewUpdated } from './events'
import type { NavigationView } from './navigation-view'
import { navigationViewDoesNotExist, refusalOfAnother, refusalOfView } from './rules'
import { deleteView, navigationViewsOf, writeView } from './storage'

export function addView(realm: Realm, { user_id }: User, said: NavigationView): void {
  const navigation_view = { ...said, name: said.name?.trim() ?? null }
  const others = navigationViewsOf(realm.sql, user_id)
  const refusal = refusalOfView(navigation_view, others) ?? refusalOfAnother(others.length)
  if (refusal) throw refusal
  writeView(realm.sql, user_id, navigation_view)
  realm.publish(navigationViewAdded({ navigation_view }), people({ user_ids: [user_id] }))
}

type Changes = { is_pinned?: boolean; name?: string }

export function editView(realm: Realm, actor: User, fragment: string, { is_pinned, name }: Changes): void {
  const { user_id } = actor
  const { view, others } = ownView(realm, actor, fragment)
  const changed = { ...view, is_pinned: is_pinned ?? view.is_pinned, name: name?.trim() ?? view.name }
  const refusal = refusalOfView(changed, others)
  if (refusal) throw refusal
  const data = {
    ...(changed.is_pinned === view.is_pinned ? {} : { is_pinned: changed.is_pinned }),
    ...(changed.name === view.name ? {} : { name: changed.name }),
  }
  if (Object.keys(data).length === 0) return
  writeView(realm.sql, user_id, changed)
  realm.publish(navigationViewUpdated({ fragment, data }), people({ user_ids: [user_id] }))
}

export function removeView(realm: Realm, actor: User, fragment: string): void {
  const { user_id } = actor
  ownView(realm, actor, fragment)
  deleteView(realm.sql, user_id, fragment)
  realm.publish(navigationViewRemoved({ fragment }), people({ user_ids: [user_id] }))
}

function ownView(realm: Realm, { user_id }: User, fragment: string) {
  const all = navigationViewsOf(realm.sql, user_id)
  const view = all.find((each) => each.fragment === fragment)
  if (view === undefined) throw navigationViewDoesNotExist({})
  return { view, others: all.filter((each) => each !== view) }
}
