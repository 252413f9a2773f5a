import type { Route } from '../../src/api/endpoint'
import type { CaseRequest } from './send'
import type { World } from './world'

/** Returns the maximum of a parameter of the endpoint, from its declaration. */
type MaximumOf = (name: string) => number

/**
 * Returns what the largest valid request of an endpoint needs beside names and maxima: its sender, and values that must exist.
 * All other fields are as large as the declaration allows.
 */
export type Case = (world: World, maximumOf: MaximumOf) => Partial<CaseRequest> | Promise<Partial<CaseRequest>>
export type Cases = Partial<Record<Route, Case>>
