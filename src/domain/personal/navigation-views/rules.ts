import { badRequest, missing, type ApiError } from '../../../api/errors'
import type { NavigationView } from './navigation-view'

export const MAX_FRAGMENT_LENGTH = 1000
export const MAX_VIEW_NAME_LENGTH = 100

export const navigationViewDoesNotExist = missing(() => 'Navigation view does not exist.')
export const navigationViewAlreadyExists = badRequest(() => 'Navigation view already exists.')
export const builtInViewHasItsName = badRequest(() => 'Built-in views cannot have a custom name.')
export const customViewNeedsName = badRequest(() => 'Custom views must have a valid name.')

export const tooManyViews = badRequest(() => `No more than ${MOST_VIEWS} navigation views can be kept.`)

// All of somebody's are told in one answer.
const MOST_VIEWS = 500

export const refusalOfAnother = (kept: number): ApiError | undefined =>
  kept >= MOST_VIEWS ? tooManyViews({}) : undefined

/** Those that every client has, and calls by names of its own. */
const BUILT_IN = new Set([
  'inbox',
  'recent',
  'feed',
  'drafts',
  'narrow/has/reaction/sender/me',
  'narrow/is/mentioned',
  'narrow/is/starred',
])

/** What is wrong with a view beside the others that somebody has. */
export function refusalOfView(
  { fragment, name }: NavigationView,
  others: readonly NavigationView[],
): ApiError | undefined {
  if (BUILT_IN.has(fragment) && name !== null) return builtInViewHasItsName({})
  if (!BUILT_IN.has(fragment) && (name === null || name === '')) return customViewNeedsName({})
  const isTaken = others.some((each) => each.fragment === fragment || (name !== null && each.name === name))
  return isTaken ? navigationViewAlreadyExists({}) : undefined
}
