import type { Route } from '../../../src/api/endpoint'
import type { CaseRequest } from '../send'

/** One input of an endpoint: its request is made anew for each try. `rest` ends with the work that goes on after the answer. */
export type Attempt = {
  name: string
  request: () => CaseRequest | Promise<CaseRequest>
  rest?: (answer: string) => Promise<void>
}

/**
 * Inputs of one kind. One of them at least must be accepted, if they are not all refused, which has a budget too. `most` replaces the
 * budget of CPU, in milliseconds.
 */
export type Input = {
  route: Route
  what: string
  attempts: readonly Attempt[]
  most?: number
  areRefused?: boolean
}
