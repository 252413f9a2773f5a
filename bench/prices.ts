// The platform's prices in US dollars for its paid plan, as published in November 2026, beyond what the plan includes. See
// https://developers.cloudflare.com/workers/platform/pricing and, beside it, those of Durable Objects, D1 and R2.

import { keysOf, mapKeys } from './records.ts'

const MILLION = 1e6

/** The price of the plan for a month. */
export const PLAN = 5

/** For each resource: what a month includes, and the price of one more. */
export const PRICES = {
  workerRequests: { included: 10 * MILLION, each: 0.3 / MILLION },
  workerCpuMs: { included: 30 * MILLION, each: 0.02 / MILLION },
  realmRequests: { included: 1 * MILLION, each: 0.15 / MILLION },
  realmGbSeconds: { included: 400_000, each: 12.5 / MILLION },
  realmRowsWritten: { included: 50 * MILLION, each: 1 / MILLION },
  realmRowsRead: { included: 25_000 * MILLION, each: 0.001 / MILLION },
  d1RowsWritten: { included: 50 * MILLION, each: 1 / MILLION },
  d1RowsRead: { included: 25_000 * MILLION, each: 0.001 / MILLION },
}

export type Resource = keyof typeof PRICES
export type Used = Record<Resource, number>

/** Returns the cost of a month for each resource, and in total. */
export function bill(used: Used) {
  const costs = mapKeys(keysOf(PRICES), (name) => Math.max(0, used[name] - PRICES[name].included) * PRICES[name].each)
  return { parts: costs, total: PLAN + Object.values(costs).reduce((sum, cost) => sum + cost, 0) }
}
