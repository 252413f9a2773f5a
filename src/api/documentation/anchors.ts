import { methodOf, type AnyEndpoint } from '../endpoint'
import type { Group } from './reference'

/** Returns the anchor of an endpoint on the page. Other pages link to anchors, so they derive from names that never change. */
export const endpointAnchor = (endpoint: AnyEndpoint) =>
  [methodOf(endpoint).toLowerCase(), ...endpoint.route.split(/\W+/).slice(1)].filter((word) => word !== '').join('-')

export const eventAnchor = ({ type, op }: { type: string; op?: string }) =>
  ['event', type, ...(op === undefined ? [] : [op])].join('-')

export const groupAnchor = ({ title }: Pick<Group, 'title'>) => `group-${slug(title)}`
export const wingAnchor = (wing: string) => `wing-${slug(wing)}`
export const optionAnchor = (name: string) => `option-${name}`

const slug = (title: string) => title.toLowerCase().replaceAll(/[^a-z]+/g, '-')
