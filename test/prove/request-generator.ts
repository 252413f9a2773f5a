import type { Route } from '../../src/api/endpoint'
import type { FieldValue, Person } from '../support/person'
import type { Pick } from './chances'
import type { World } from './world'

/**
 * Returns parameters for an endpoint that are often valid. Each file of test/prove/actions has generators for a subject.
 * For other endpoints, the parameters are drawn from the declaration.
 */
export type RequestGenerator = (facts: { pick: Pick; world: World; actor: Person }) => Record<string, FieldValue>
export type RequestGenerators = Partial<Record<Route, RequestGenerator[]>>
