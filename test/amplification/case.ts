import type { Route } from '../../src/api/endpoint'
import type { Asked } from './ask'
import type { World } from './world'

/** How long a parameter of the endpoint may be, as its declaration says: how much there is to ask for. */
type Most = (name: string) => number

/**
 * What makes the largest request of one endpoint legal, where names and bounds alone do not: what must be there first,
 * who asks, and values that have to fit. Fields that it does not name are as large as the declaration allows.
 */
type Case = (world: World, most: Most) => Partial<Asked> | Promise<Partial<Asked>>
export type Cases = Partial<Record<Route, Case>>
