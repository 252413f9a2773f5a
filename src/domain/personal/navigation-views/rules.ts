import { badRequest, notFound, type ApiError } from '../../../api/errors'
import type { NavigationView } from './navigation-view'

export const MAX_FRAGMENT_LENGTH = 1000
export const MAX_VIEW_NAME_LENGTH = 100

export const navigationViewDoesNotExist = notFound(() => 'Navigation view does not exist.')
export const navigationViewAlreadyExists = badRequest(() => 'Navigation view already exists.')
export const builtInViewHasItsName = badRequest(() => 'Built-in views cannot have a custom name.')
export const customViewNeedsName = badRequest(() => 'Custom views must have a valid name.')

export const tooManyViews = badRequest(() => `No more than ${MAX_VIEWS} navigation views can be added.`)

// One response lists all views of a user.
const MAX_VIEWS = 500

export const refusalOfViewCount = (views: number): ApiError | undefined =>
  views >= MAX_VIEWS ? tooManyViews({}) : undefined

/** The views that every client has, and for which it has its own names. */
const BUILT_IN = new Set([
  'inbox',
  'recent',
  'feed',
  'drafts',
  'narrow/has/reaction/sender/me',
  'narrow/is/mentioned',
  'narrow/is/starred',
])

/** Refuses a view with a wrong name, and one that the user has already. `others` are the other views of the user. */
export function refusalOfView(
  { fragment, name }: NavigationView,
  others: readonly NavigationView[],
): ApiError | undefined {
  if (BUILT_IN.has(fragment) && name !== null) return builtInViewHasItsName({})
  if (!BUILT_IN.has(fragment) && (name === null || name === '')) return customViewNeedsName({})
  const isTaken = others.some((other) => other.fragment === fragment || (name !== null && other.name === name))
  return isTaken ? navigationViewAlreadyExists({}) : undefined
}
