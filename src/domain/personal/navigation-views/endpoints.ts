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
  summary: 'Get your navigation views.',
  caller: anyUser,
  params: {},
  returns: { navigation_views: v.array(navigationViewShape) },
  errors: [],
  decide: (realm, { user_id }) => ({ navigation_views: navigationViewsOf(realm.sql, user_id) }),
})

export const addNavigationView = endpoint.decision({
  route: 'POST /navigation_views',
  summary: 'Add a navigation view: a built-in view, or a custom view with a name.',
  caller: anyUser,
  params: { fragment, is_pinned: boolean(), name },
  returns: {},
  errors: [builtInViewHasItsName, customViewNeedsName, navigationViewAlreadyExists, tooManyViews],
  decide: (realm, actor, view) => addView(realm, actor, { ...view, name: view.name ?? null }),
})

export const editNavigationView = endpoint.decision({
  route: 'PATCH /navigation_views/:fragment+',
  summary: 'Pin, unpin or rename a navigation view.',
  caller: anyUser,
  params: { fragment, is_pinned: optional(boolean()), name },
  returns: {},
  errors: [navigationViewDoesNotExist, builtInViewHasItsName, customViewNeedsName, navigationViewAlreadyExists],
  decide: (realm, actor, { fragment: viewFragment, ...changes }) => editView(realm, actor, viewFragment, changes),
})

export const removeNavigationView = endpoint.decision({
  route: 'DELETE /navigation_views/:fragment+',
  summary: 'Remove a navigation view.',
  caller: anyUser,
  params: { fragment },
  returns: {},
  errors: [navigationViewDoesNotExist],
  decide: (realm, actor, { fragment: viewFragment }) => removeView(realm, actor, viewFragment),
})
