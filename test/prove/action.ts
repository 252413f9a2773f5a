import type { Route } from '../../src/api/endpoint'
import type { FieldValue, Person } from '../support/person'
import type { Pick } from './chances'
import type { World } from './world'

/**
 * What somebody asks of an endpoint: likelier to make sense than what is drawn from the declaration alone. Each concept
 * says so in one file of test/prove/actions; what it says nothing of is drawn.
 */
export type Wish = (facts: { pick: Pick; world: World; actor: Person }) => Record<string, FieldValue>
export type Wishes = Partial<Record<Route, Wish[]>>
