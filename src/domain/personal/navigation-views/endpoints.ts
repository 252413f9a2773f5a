import * as v from 'valibot'
import { boolean, optional, text } from '../../../api/params'
import { endpoint } from '../../../edge'
import { anyUser } from '../../people/users/callers'
import { addView, editView, removeView } from './actions'
import { navigationViewShape } from './navigation-view'
import {
  builtInViewHasItsName,
  customViewNeedsName,
  MAX_FRAGMENT_LENGTH,
  MAX_VIEW_NAME_LENGTH,
  navigationViewAlreadyExists,
  navigationViewDoesNotExist,
  tooManyViews,
} from './rules'
import { navigationViewsOf } from './storage'

const fragment = text(MAX_FRAGMENT_LENGTH)
const name = optional(text(MAX_VIEW_NAME_LENGTH))

export const getNavigationViews = endpoint.decision({
  route: 'GET /navigation_views',
  summary: 'The views you have within reach.',
  caller: anyUser,
  params: {},
  returns: { navigation_views: v.array(navigationViewShape) },
  errors: [],
  decide: (realm, { user_id }) => ({ navigation_views: navigationViewsOf(realm.sql, user_id) }),
})

export const addNavigationView = endpoint.decision({
  route: 'POST /navigation_views',
  summary: 'Have a view within reach: one that all clients have, or one of your own with a name.',
  caller: anyUser,
  params: { fragment, is_pinned: boolean(), name },
  returns: {},
  errors: [builtInViewHasItsName, customViewNeedsName, navigationViewAlreadyExists, tooManyViews],
  decide: (realm, actor, said) => addView(realm, actor, { ...said, name: said.name ?? null }),
})

export const editNavigationView = endpoint.decision({
  route: 'PATCH /navigation_views/:fragment+',
  summary: 'Pin a view, or call it something else.',
  caller: anyUser,
  params: { fragment, is_pinned: optional(boolean()), name },
  returns: {},
  errors: [navigationViewDoesNotExist, builtInViewHasItsName, customViewNeedsName, navigationViewAlreadyExists],
  decide: (realm, actor, { fragment: which, ...changes }) => editView(realm, actor, which, changes),
})

export const removeNavigationView = endpoint.decision({
  route: 'DELETE /navigation_views/:fragment+',
  summary: 'Have a view within reach no longer.',
  caller: anyUser,
  params: { fragment },
  returns: {},
  errors: [navigationViewDoesNotExist],
  decide: (realm, actor, { fragment: which }) => removeView(realm, actor, which),
})
