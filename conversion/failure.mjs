/**
 * Thrown with a message for the person who imports. `kind` is for programs that say it in another language: `unknown`, `broken`,
 * `escapes`, `encrypted`, `too large`, `too many`, `changed` or `empty`.
 */
export class Failure extends Error {
  constructor(message, kind = 'unknown') {
    super(message)
    this.kind = kind
  }
}
