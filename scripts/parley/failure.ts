import { Failure as AnyFailure } from '../../conversion/failure.ts'

export const FAILED = 1
export const USED_WRONGLY = 2
export const NOT_LOGGED_IN = 4

/** Thrown with a message for the operator, which is printed without a stack. */
export class Failure extends AnyFailure {
  readonly status: number

  constructor(message: string, status = FAILED) {
    super(message)
    this.status = status
  }
}
